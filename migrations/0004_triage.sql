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
CREATE TABLE `scan_counts` (
	`account_id` text NOT NULL,
	`status` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`account_id`, `status`)
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
--> statement-breakpoint
INSERT INTO `scan_counts` (`account_id`, `status`, `n`) SELECT `account_id`, `status`, count(*) FROM `scans` WHERE true GROUP BY `account_id`, `status`;--> statement-breakpoint
CREATE TRIGGER `scans_count_insert` AFTER INSERT ON `scans` BEGIN
	INSERT INTO `scan_counts` (`account_id`, `status`, `n`) VALUES (NEW.`account_id`, NEW.`status`, 1) ON CONFLICT (`account_id`, `status`) DO UPDATE SET `n` = `n` + 1;
END;--> statement-breakpoint
CREATE TRIGGER `scans_count_delete` AFTER DELETE ON `scans` BEGIN
	UPDATE `scan_counts` SET `n` = `n` - 1 WHERE `account_id` = OLD.`account_id` AND `status` = OLD.`status`;
END;--> statement-breakpoint
CREATE TRIGGER `scans_count_status` AFTER UPDATE OF `status` ON `scans` WHEN OLD.`status` <> NEW.`status` BEGIN
	UPDATE `scan_counts` SET `n` = `n` - 1 WHERE `account_id` = OLD.`account_id` AND `status` = OLD.`status`;
	INSERT INTO `scan_counts` (`account_id`, `status`, `n`) VALUES (NEW.`account_id`, NEW.`status`, 1) ON CONFLICT (`account_id`, `status`) DO UPDATE SET `n` = `n` + 1;
END;
