CREATE TABLE `deletions` (
	`account_id` text NOT NULL,
	`scan_id` text NOT NULL,
	`asked_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `scan_id`)
);
--> statement-breakpoint
CREATE INDEX `deletions_age` ON `deletions` (`asked_at`);