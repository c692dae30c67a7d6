CREATE TABLE `finding_events` (
	`account_id` text NOT NULL,
	`host` text NOT NULL,
	`fingerprint` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`scan_id` text,
	`actor` text,
	`detail` text DEFAULT '{}' NOT NULL,
	PRIMARY KEY(`account_id`, `host`, `fingerprint`, `at`, `kind`)
);
--> statement-breakpoint
ALTER TABLE `findings` ADD `check_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `findings` ADD `title` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `findings` ADD `severity` text DEFAULT 'info' NOT NULL;--> statement-breakpoint
ALTER TABLE `findings` ADD `origin` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `findings` ADD `path_template` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `findings` ADD `login` text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE `findings` ADD `triage_at` integer;--> statement-breakpoint
CREATE INDEX `findings_triage_ends` ON `findings` (`triage_until`);--> statement-breakpoint
CREATE INDEX `scans_by_asset` ON `scans` (`account_id`,`host`,`started_at`);