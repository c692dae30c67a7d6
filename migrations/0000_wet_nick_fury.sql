CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`plan` text NOT NULL,
	`limits` text,
	`authorization_confirmed` text,
	`allowed_hosts` text,
	`under_review` integer DEFAULT 0 NOT NULL,
	`webhook_secret_ct` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`scopes` text NOT NULL,
	`allowed_hosts` text,
	`expires_at` integer,
	`revoked_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`);--> statement-breakpoint
CREATE TABLE `assets` (
	`id` text NOT NULL,
	`account_id` text NOT NULL,
	`host` text NOT NULL,
	`verified_at` integer,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `host`)
);
--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`at` integer NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`detail` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_by_time` ON `audit_log` (`account_id`,`at`);--> statement-breakpoint
CREATE TABLE `findings` (
	`account_id` text NOT NULL,
	`host` text NOT NULL,
	`fingerprint` text NOT NULL,
	`first_seen` integer NOT NULL,
	`first_scan_id` text NOT NULL,
	`fixed_at` integer,
	`reopened_at` integer,
	`triage` text DEFAULT 'open' NOT NULL,
	`triage_reason` text,
	`triage_by` text,
	`triage_until` integer,
	PRIMARY KEY(`account_id`, `host`, `fingerprint`)
);
--> statement-breakpoint
CREATE TABLE `scan_tags` (
	`account_id` text NOT NULL,
	`tag` text NOT NULL,
	`started_at` integer NOT NULL,
	`scan_id` text NOT NULL,
	PRIMARY KEY(`account_id`, `tag`, `started_at`, `scan_id`)
);
--> statement-breakpoint
CREATE TABLE `scans` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`target_url` text NOT NULL,
	`target_norm` text NOT NULL,
	`host` text NOT NULL,
	`target_ip` text,
	`scan_type` text NOT NULL,
	`profile` text NOT NULL,
	`status` text NOT NULL,
	`options` text NOT NULL,
	`tags` text DEFAULT '[]' NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`scan_authorized` integer NOT NULL,
	`authorization` text NOT NULL,
	`started_at` integer NOT NULL,
	`completed_at` integer,
	`deadline` integer NOT NULL,
	`error_code` text,
	`error_message` text,
	`risk_score` integer DEFAULT 0 NOT NULL,
	`critical` integer DEFAULT 0 NOT NULL,
	`high` integer DEFAULT 0 NOT NULL,
	`medium` integer DEFAULT 0 NOT NULL,
	`low` integer DEFAULT 0 NOT NULL,
	`info` integer DEFAULT 0 NOT NULL,
	`partial` integer DEFAULT 0 NOT NULL,
	`packed` text,
	`overlay_version` integer DEFAULT 0 NOT NULL,
	`r2_key` text,
	`pages_answered` integer DEFAULT 0 NOT NULL,
	`badge_eligible` integer DEFAULT 0 NOT NULL,
	`previous_scan_id` text,
	`retest_of` text
);
--> statement-breakpoint
CREATE INDEX `scans_by_start` ON `scans` (`account_id`,`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `scans_by_status` ON `scans` (`account_id`,`status`,`started_at`);--> statement-breakpoint
CREATE INDEX `scans_by_target` ON `scans` (`account_id`,`target_norm`,`started_at`);--> statement-breakpoint
CREATE INDEX `scans_by_host` ON `scans` (`host`,`badge_eligible`,`completed_at`);--> statement-breakpoint
CREATE INDEX `scans_running` ON `scans` (`status`,`deadline`);