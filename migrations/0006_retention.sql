DROP INDEX `scans_by_status`;--> statement-breakpoint
CREATE INDEX `scans_by_status` ON `scans` (`account_id`,`status`,`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `jobs_age` ON `jobs` (`created_at`);--> statement-breakpoint
CREATE INDEX `audit_age` ON `audit_log` (`at`);