CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`scan_id` text,
	`kind` text NOT NULL,
	`format` text NOT NULL,
	`receiver` text NOT NULL,
	`url_ct` text,
	`status` text NOT NULL,
	`facts` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_status` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`last_attempt_at` integer,
	`ended_at` integer,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deliveries_by_time` ON `deliveries` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `deliveries_by_scan` ON `deliveries` (`scan_id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`due_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_age` ON `deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `email_log` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`scan_id` text,
	`kind` text NOT NULL,
	`to` text NOT NULL,
	`subject` text NOT NULL,
	`status` text NOT NULL,
	`error` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `email_log_by_time` ON `email_log` (`account_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `email_log_age` ON `email_log` (`created_at`);--> statement-breakpoint
CREATE TABLE `integrations` (
	`account_id` text PRIMARY KEY NOT NULL,
	`url_ct` text NOT NULL,
	`receiver` text NOT NULL,
	`format` text NOT NULL,
	`threshold` text NOT NULL,
	`enabled` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `accounts` ADD `webhook_secret_previous_ct` text;--> statement-breakpoint
ALTER TABLE `accounts` ADD `webhook_secret_rotated_at` integer;