ALTER TABLE `api_keys` ADD `rotated_to` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `proof_method` text;--> statement-breakpoint
ALTER TABLE `assets` ADD `proof_read_at` integer;