CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`total` integer NOT NULL,
	`options` text NOT NULL,
	`secrets_ct` text,
	`key_id` text NOT NULL,
	`client_ip` text,
	`created_at` integer NOT NULL,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `jobs_unfinished` ON `jobs` (`account_id`,`ended_at`);--> statement-breakpoint
CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`target_url` text NOT NULL,
	`target_norm` text NOT NULL,
	`interval_hours` integer NOT NULL,
	`enabled` integer DEFAULT 1 NOT NULL,
	`options` text NOT NULL,
	`secrets_ct` text NOT NULL,
	`key_id` text NOT NULL,
	`client_ip` text,
	`next_run_at` integer NOT NULL,
	`last_run_at` integer,
	`last_scan_id` text,
	`last_error_code` text,
	`last_error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `schedules_due` ON `schedules` (`enabled`,`next_run_at`);--> statement-breakpoint
CREATE INDEX `schedules_by_account` ON `schedules` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `waiting_starts` (
	`account_id` text NOT NULL,
	`parent_id` text NOT NULL,
	`ordinal` integer NOT NULL,
	`kind` text NOT NULL,
	`target_url` text NOT NULL,
	`target_norm` text NOT NULL,
	`scan_id` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`code` text,
	`error` text,
	`not_before` integer NOT NULL,
	`faults` integer DEFAULT 0 NOT NULL,
	`turn` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`account_id`, `parent_id`, `ordinal`)
);
--> statement-breakpoint
CREATE INDEX `waiting_by_turn` ON `waiting_starts` (`account_id`,`state`,`turn`);--> statement-breakpoint
CREATE INDEX `waiting_due` ON `waiting_starts` (`state`,`not_before`,`account_id`);