// Made by `npm run types` from the description of the API; do not edit.
/* oxlint-disable */
export interface paths {
    "/api/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a scan
         * @description Answers at once; the scan runs on. A target that was scanned less than 15 minutes ago answers 200 with the scan that exists.
         */
        post: operations["startScan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/scan/{scan_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a scan
         * @description Ended scans carry an ETag; it changes with triage, tags, notes and the UTC day.
         */
        get: operations["getScan"];
        put?: never;
        post?: never;
        /**
         * Delete a scan and its results
         * @description A running scan is aborted first. Afterwards the id answers 404.
         */
        delete: operations["deleteScan"];
        options?: never;
        head?: never;
        /**
         * Change the tags and notes of a scan
         * @description What is not given stays as it is; `tags` replaces the whole list.
         */
        patch: operations["patchScan"];
        trace?: never;
    };
    "/api/scan/{scan_id}/sarif": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a scan as SARIF 2.1.0
         * @description For ended scans. The same scan gives the same bytes; the ETag changes with triage and tags.
         */
        get: operations["exportSarif"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/scan/{scan_id}/gate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether a scan lets a build through
         * @description Passing and failing both answer 200: read `passed`. It fails closed for failed scans, and for partial ones unless `allow_partial=true`.
         */
        get: operations["v1Gate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @example {
         *       "scan_id": "4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11",
         *       "status": "running",
         *       "started_at": "2026-11-20T10:00:00",
         *       "message": "This target was scanned less than 15 minutes ago; this is that scan."
         *     }
         */
        ScanDeduplicated: {
            /** Format: uuid */
            scan_id: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed";
            started_at: string;
            message: string;
        };
        /**
         * @example {
         *       "scan_id": "4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11",
         *       "status": "running"
         *     }
         */
        ScanStarted: {
            /** Format: uuid */
            scan_id: string;
            /** @enum {string} */
            status: "running";
        };
        Error: {
            error: string;
            /** @enum {string} */
            code: "unauthorized" | "insufficient_scope" | "rate_limit_exceeded" | "payload_too_large" | "unsupported_media_type" | "invalid_json" | "method_not_allowed" | "invalid_request" | "target_not_allowed" | "target_ip_unsupported" | "invalid_openapi" | "no_active_plan" | "authorization_required" | "ticket_required" | "asset_limit_reached" | "concurrent_limit" | "domain_cooldown" | "replace_locked" | "not_found" | "scan_not_completed" | "scan_not_running" | "idempotency_in_progress" | "idempotency_mismatch" | "forbidden" | "unavailable" | "internal_error";
            request_id: string;
            fields?: {
                path: string;
                message: string;
            }[];
        };
        Scan: {
            /** Format: uuid */
            id: string;
            target_url: string;
            target_ip: string | null;
            /** @enum {string} */
            scan_type: "vuln" | "perf" | "both" | "api";
            /** @enum {string} */
            status: "running" | "completed" | "failed";
            tags: string[];
            notes: string;
            scan_authorized: boolean;
            /**
             * @description UTC, whole seconds, without a zone suffix.
             * @example 2026-11-20T10:00:00
             */
            started_at: string;
            /**
             * @description UTC, whole seconds, without a zone suffix.
             * @example 2026-11-20T10:00:00
             */
            completed_at: string | null;
            summary: components["schemas"]["Summary"];
            /** @description Null while the scan is running. */
            results: components["schemas"]["Results"] | null;
            /** @enum {string} */
            profile: "gate" | "standard" | "deep";
            options: components["schemas"]["ScanOptions"];
            partial: boolean;
            /** @description Why a failed scan failed. */
            error: components["schemas"]["ScanError"] | null;
            /**
             * Format: uuid
             * @description Of a re-test: the scan whose finding it tests again.
             */
            retest_of: string | null;
        };
        /** @description Counts of findings whose status is vulnerable, by severity. */
        Summary: {
            risk_score: number;
            critical: number;
            high: number;
            medium: number;
            low: number;
            info: number;
        };
        Results: {
            vulnerabilities: components["schemas"]["Finding"][];
            performance: components["schemas"]["Performance"] | null;
            tech_stack: string[];
            /** @description True when a budget ended the scan early. */
            partial: boolean;
            crawl?: {
                /** @description Visited. */
                pages: number;
                /** @description Named, and left out: enough pages of their make were visited. */
                folded: number;
            };
            api?: components["schemas"]["ApiResults"];
            login?: components["schemas"]["LoginResults"];
        };
        Finding: {
            id: string;
            fingerprint: string;
            check_id: string;
            title: string;
            /** @description The same text as title. */
            name: string;
            category: string;
            /** @example A05:2025 */
            owasp_id?: string;
            /** @example A03:2021 */
            owasp_2021_id?: string;
            /** @example CWE-79 */
            cwe_id?: string;
            cwe_name: string;
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low" | "info";
            /** @enum {string} */
            status: "vulnerable" | "warning" | "safe" | "info";
            /** @enum {string} */
            confidence: "confirmed" | "likely" | "possible";
            confidence_reason: string;
            description: string;
            evidence: string;
            remediation: string;
            references: string[];
            cvss_score: number;
            cvss_vector?: string | null;
            /** @enum {string|null} */
            potential_severity: "critical" | "high" | "medium" | "low" | "info" | null;
            url: string;
            method: string;
            parameter: string;
            /** @enum {string} */
            location: "query" | "form" | "json" | "header" | "cookie" | "path" | "fragment" | "response" | "origin";
            request: string | null;
            response: string | null;
            curl: string | null;
            instances_count: number;
            instances: {
                url: string;
                method: string;
                parameter: string;
            }[];
            ai_triage_score: number | null;
            ai_remediation: string | null;
            ai_pentest_narrative: string | null;
            /**
             * @description Which adviser made the ai_ texts: fixed rules, or a language model.
             * @enum {string|null}
             */
            ai_source: "rules" | "model" | null;
            /**
             * @description UTC, whole seconds, without a zone suffix.
             * @example 2026-11-20T10:00:00
             */
            first_seen: string | null;
            /**
             * @description UTC, whole seconds, without a zone suffix.
             * @example 2026-11-20T10:00:00
             */
            last_seen: string | null;
            /**
             * @description UTC, whole seconds, without a zone suffix.
             * @example 2026-11-20T10:00:00
             */
            due_date: string | null;
            days_remaining: number | null;
            triage: {
                /** @enum {string} */
                state: "open" | "accepted_risk" | "false_positive" | "mitigated";
                reason: string | null;
                by: string | null;
                /**
                 * @description UTC, whole seconds, without a zone suffix.
                 * @example 2026-11-20T10:00:00
                 */
                until: string | null;
            };
        };
        Performance: {
            dns_ms: number;
            ttfb_ms: number;
            page_size_kb: number;
            http2: boolean;
            gzip: boolean;
            performance_score: number;
            details?: components["schemas"]["PerformanceDetails"];
        };
        /** @description How the six numbers came to be, what the page loads, and what to do. */
        PerformanceDetails: {
            page_url: string;
            /** @enum {string|null} */
            dns_by: "dns_over_https" | null;
            /** @enum {string|null} */
            http2_by: "alpn" | "browser" | null;
            ttfb_samples_ms: number[];
            sent_bytes: number | null;
            bytes: number;
            encoding: string | null;
            brotli: boolean | null;
            redirects: {
                url: string;
                status: number;
                ttfb_ms: number;
            }[];
            weights: {
                /** @enum {string} */
                kind: "document" | "style" | "script" | "image" | "font" | "media" | "frame" | "other";
                requests: number;
                third_party: number;
                bytes: number;
            }[];
            resources: components["schemas"]["PageResource"][];
            opportunities: components["schemas"]["Opportunity"][];
            lab: components["schemas"]["LabValues"] | null;
            /** @description Why `lab` is null. */
            lab_reason: string | null;
            notes: string[];
        };
        PageResource: {
            url: string;
            /** @enum {string} */
            kind: "document" | "style" | "script" | "image" | "font" | "media" | "frame" | "other";
            /** @description Of an origin in scope: only those are read. */
            is_own: boolean;
            blocks_rendering: boolean;
            status: number | null;
            /** @description As sent, compressed or not. */
            sent_bytes: number | null;
            /** @description After decoding. */
            bytes: number | null;
            encoding: string | null;
            ttfb_ms: number | null;
            /** @description How long a browser may keep it; null where the answer does not say. */
            cache_s: number | null;
            /** @description Of images. */
            format: string | null;
            /** @description Why it was only counted. */
            not_asked: string | null;
        };
        Opportunity: {
            id: string;
            title: string;
            advice: string;
            saves_kb: number | null;
            saves_ms: number | null;
            /** @enum {string} */
            basis: "measured" | "estimated";
            urls: string[];
        };
        /** @description One load in a browser of the service: lab values, not what users see. */
        LabValues: {
            fcp_ms: number | null;
            lcp_ms: number | null;
            cls: number | null;
            tbt_ms: number | null;
            score: number | null;
            waterfall: {
                url: string;
                /** @enum {string} */
                kind: "document" | "style" | "script" | "image" | "font" | "media" | "frame" | "other";
                status: number | null;
                start_ms: number;
                first_byte_ms: number | null;
                end_ms: number;
                sent_bytes: number | null;
            }[];
        };
        /** @description Only of api scans: what was tested and what not. */
        ApiResults: {
            descriptions: {
                /** @description Null: given with the start. */
                url: string | null;
                operations: number;
                /** @description Why it was of no use. */
                reason: string | null;
            }[];
            operations: {
                method: string;
                path: string;
                operation_id: string | null;
                tested: boolean;
                /** @description Of its valid request. */
                status: number | null;
                requests: number;
                /** @description Why it was not tested. */
                reason: string | null;
            }[];
        };
        /** @description Only of scans with auth_config: whether the scan stayed logged in. */
        LoginResults: {
            /**
             * @description kept: at no time seen to end; renewed: the scan logged in again; lost: it went on as a visitor; unwatched: no page was found that tells somebody logged in from a visitor.
             * @enum {string}
             */
            state: "kept" | "renewed" | "lost" | "unwatched";
            /** @description Credentials that were given count as one. */
            logins: number;
            /** @description Requests that should have been made logged in. */
            requests: number;
            /** @description How many of them are known to have been; null where nothing tells. */
            logged_in_share: number | null;
            /** @description The page that tells. */
            probe: string | null;
            reason: string | null;
        };
        ScanOptions: {
            target_url: string;
            /** @enum {string} */
            scan_type: "vuln" | "perf" | "both" | "api";
            /** @enum {string} */
            profile: "gate" | "standard" | "deep";
            target_ip: string | null;
            excluded_paths: string[];
            /** @enum {string} */
            scan_speed: "normal" | "cautious" | "stealth";
            request_delay_ms: number | null;
            max_duration_s: number;
            max_requests: number;
            max_pages: number;
            max_depth: number;
            opt_in: string[];
            auth_config: {
                /** @enum {string} */
                type: "cookie" | "token" | "form";
                /** @enum {boolean} */
                configured: true;
            } | null;
            custom_headers: string[];
            webhook: {
                host: string;
                format: string;
            } | null;
        };
        ScanError: {
            /** @enum {string} */
            code: "aborted" | "login_failed" | "target_unreachable" | "deadline_exceeded" | "lost" | "internal_error";
            message: string;
        };
        ScanDeleted: {
            /** Format: uuid */
            scan_id: string;
            /** @enum {boolean} */
            deleted: true;
            message: string;
        };
        GateResult: {
            passed: boolean;
            /** @enum {string} */
            reason?: "scan_failed" | "scan_incomplete";
            counts: {
                critical: number;
                high: number;
                medium: number;
                low: number;
                info: number;
            };
            failing_count: number;
            failing: {
                title: string;
                /** @enum {string} */
                severity: "critical" | "high" | "medium" | "low" | "info";
                fingerprint: string;
            }[];
            /** Format: uuid */
            scan_id: string;
            /** @enum {string} */
            status: "running" | "completed" | "failed";
            /** @enum {string} */
            fail_on: "critical" | "high" | "medium" | "low" | "info";
            /** @enum {string} */
            min_confidence: "confirmed" | "likely" | "possible";
            new_only: boolean;
            partial: boolean;
            previous_scan_id: string | null;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    startScan: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target_url": "https://shop.example.org",
                 *       "scan_type": "vuln"
                 *     }
                 */
                "application/json": {
                    target_url?: string;
                    target?: string;
                    url?: string;
                    /**
                     * @default vuln
                     * @enum {string}
                     */
                    scan_type?: "vuln" | "perf" | "both" | "api";
                    /**
                     * @default standard
                     * @enum {string}
                     */
                    profile?: "gate" | "standard" | "deep";
                    target_ip?: (string) | null;
                    custom_ip?: (string) | null;
                    excluded_paths?: (string | string[]) | null;
                    auth_config?: ({
                        /** @constant */
                        type: "cookie";
                        cookie_string: string;
                    } | {
                        /** @constant */
                        type: "token";
                        token: string;
                    } | {
                        /** @constant */
                        type: "form";
                        login_url: string;
                        username: string;
                        password: string;
                        success_url_contains: string;
                        totp_secret?: string;
                    }) | null;
                    custom_headers?: {
                        [key: string]: string;
                    } | null;
                    /**
                     * @default normal
                     * @enum {string}
                     */
                    scan_speed?: "normal" | "cautious" | "stealth";
                    request_delay_ms?: number;
                    tags?: string[];
                    /** @default  */
                    notes?: string;
                    webhook_url?: string | null;
                    /**
                     * @default auto
                     * @enum {string}
                     */
                    webhook_format?: "auto" | "generic" | "slack" | "discord" | "teams";
                    scan_authorized?: boolean;
                    max_duration_s?: number;
                    max_requests?: number;
                    max_pages?: number;
                    max_depth?: number;
                    /** @default [] */
                    opt_in?: string[];
                };
            };
        };
        responses: {
            /** @description Deduplicated: no new scan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanDeduplicated"];
                };
            };
            /** @description Started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanStarted"];
                };
            };
            /** @description `invalid_json`: The request body is not valid JSON. `invalid_request`: The request is not valid. `target_not_allowed`: The target may not be scanned. `target_ip_unsupported`: target_ip cannot be used with this scan. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: A valid API key is required in the X-Service-Key header. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this action needs. `no_active_plan`: The account has no active plan. `authorization_required`: Authorization to scan this target is not confirmed. Send "scan_authorized": true if you may. `ticket_required`: This action needs a support ticket. `asset_limit_reached`: A limit of the plan is reached. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_in_progress`: A request with this Idempotency-Key is still being answered. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body must be sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `idempotency_mismatch`: This Idempotency-Key was used with another request body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait and try again. `concurrent_limit`: Too many scans are running at once. `domain_cooldown`: This host was scanned too often in the last minutes. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unavailable`: A part of the service is not available. Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The scan; `results` is null while it runs. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11",
                     *       "target_url": "https://shop.example/",
                     *       "target_ip": null,
                     *       "scan_type": "vuln",
                     *       "status": "completed",
                     *       "tags": [
                     *         "release-42"
                     *       ],
                     *       "notes": "",
                     *       "scan_authorized": true,
                     *       "started_at": "2026-11-20T10:00:00",
                     *       "completed_at": "2026-11-20T10:02:31",
                     *       "summary": {
                     *         "risk_score": 15,
                     *         "critical": 0,
                     *         "high": 0,
                     *         "medium": 1,
                     *         "low": 0,
                     *         "info": 0
                     *       },
                     *       "results": {
                     *         "vulnerabilities": [
                     *           {
                     *             "id": "9b2e6d3d6f1a4d0c",
                     *             "fingerprint": "9b2e6d3d6f1a4d0c8e7b5a49382716050f1e2d3c4b5a69788796a5b4c3d2e1f0",
                     *             "check_id": "xss.reflected",
                     *             "title": "Reflected cross-site scripting",
                     *             "name": "Reflected cross-site scripting",
                     *             "category": "injection",
                     *             "owasp_id": "A05:2025",
                     *             "owasp_2021_id": "A03:2021",
                     *             "cwe_id": "CWE-79",
                     *             "cwe_name": "Cross-site Scripting",
                     *             "severity": "medium",
                     *             "status": "vulnerable",
                     *             "confidence": "confirmed",
                     *             "confidence_reason": "The marker element came back as markup twice, with a fresh word each time.",
                     *             "description": "A value of the request is written into the page without encoding.",
                     *             "evidence": "<i data-k3xq9></i>",
                     *             "remediation": "Encode the value for the place it is written to.",
                     *             "references": [
                     *               "https://cwe.mitre.org/data/definitions/79.html"
                     *             ],
                     *             "cvss_score": 6.1,
                     *             "cvss_vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N",
                     *             "potential_severity": null,
                     *             "url": "https://shop.example/search?q=1",
                     *             "method": "GET",
                     *             "parameter": "q",
                     *             "location": "query",
                     *             "request": "GET /search?q=%3Ci%20data-k3xq9%3E HTTP/1.1\r\nHost: shop.example\r\n\r\n",
                     *             "response": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<i data-k3xq9></i>",
                     *             "curl": "curl -i 'https://shop.example/search?q=%3Ci%20data-k3xq9%3E'",
                     *             "instances_count": 1,
                     *             "instances": [
                     *               {
                     *                 "url": "https://shop.example/search?q=1",
                     *                 "method": "GET",
                     *                 "parameter": "q"
                     *               }
                     *             ],
                     *             "ai_triage_score": 64,
                     *             "ai_remediation": "Encode `q` for HTML text before it is written into the page.",
                     *             "ai_pentest_narrative": "A link to this page runs script as the shop in the browser of a visitor.",
                     *             "ai_source": "rules",
                     *             "first_seen": "2026-11-20T10:01:12",
                     *             "last_seen": "2026-11-20T10:01:12",
                     *             "due_date": "2027-02-18T10:01:12",
                     *             "days_remaining": 90,
                     *             "triage": {
                     *               "state": "open",
                     *               "reason": null,
                     *               "by": null,
                     *               "until": null
                     *             }
                     *           }
                     *         ],
                     *         "performance": null,
                     *         "tech_stack": [
                     *           "nginx"
                     *         ],
                     *         "partial": false
                     *       },
                     *       "profile": "standard",
                     *       "options": {
                     *         "target_url": "https://shop.example/",
                     *         "scan_type": "vuln",
                     *         "profile": "standard",
                     *         "target_ip": null,
                     *         "excluded_paths": [],
                     *         "scan_speed": "normal",
                     *         "request_delay_ms": null,
                     *         "max_duration_s": 3600,
                     *         "max_requests": 20000,
                     *         "max_pages": 1000,
                     *         "max_depth": 10,
                     *         "opt_in": [],
                     *         "auth_config": null,
                     *         "custom_headers": [],
                     *         "webhook": null
                     *       },
                     *       "partial": false,
                     *       "error": null,
                     *       "retest_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Scan"];
                };
            };
            /** @description Unchanged since the given ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `unauthorized`: A valid API key is required in the X-Service-Key header. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this action needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unavailable`: A part of the service is not available. Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScanDeleted"];
                };
            };
            /** @description `unauthorized`: A valid API key is required in the X-Service-Key header. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this action needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unavailable`: A part of the service is not available. Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    patchScan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tags": [
                 *         "release-42"
                 *       ],
                 *       "notes": "Before the launch."
                 *     }
                 */
                "application/json": {
                    tags?: string[];
                    notes?: string;
                };
            };
        };
        responses: {
            /** @description The scan as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11",
                     *       "target_url": "https://shop.example/",
                     *       "target_ip": null,
                     *       "scan_type": "vuln",
                     *       "status": "completed",
                     *       "tags": [
                     *         "release-42"
                     *       ],
                     *       "notes": "",
                     *       "scan_authorized": true,
                     *       "started_at": "2026-11-20T10:00:00",
                     *       "completed_at": "2026-11-20T10:02:31",
                     *       "summary": {
                     *         "risk_score": 15,
                     *         "critical": 0,
                     *         "high": 0,
                     *         "medium": 1,
                     *         "low": 0,
                     *         "info": 0
                     *       },
                     *       "results": {
                     *         "vulnerabilities": [
                     *           {
                     *             "id": "9b2e6d3d6f1a4d0c",
                     *             "fingerprint": "9b2e6d3d6f1a4d0c8e7b5a49382716050f1e2d3c4b5a69788796a5b4c3d2e1f0",
                     *             "check_id": "xss.reflected",
                     *             "title": "Reflected cross-site scripting",
                     *             "name": "Reflected cross-site scripting",
                     *             "category": "injection",
                     *             "owasp_id": "A05:2025",
                     *             "owasp_2021_id": "A03:2021",
                     *             "cwe_id": "CWE-79",
                     *             "cwe_name": "Cross-site Scripting",
                     *             "severity": "medium",
                     *             "status": "vulnerable",
                     *             "confidence": "confirmed",
                     *             "confidence_reason": "The marker element came back as markup twice, with a fresh word each time.",
                     *             "description": "A value of the request is written into the page without encoding.",
                     *             "evidence": "<i data-k3xq9></i>",
                     *             "remediation": "Encode the value for the place it is written to.",
                     *             "references": [
                     *               "https://cwe.mitre.org/data/definitions/79.html"
                     *             ],
                     *             "cvss_score": 6.1,
                     *             "cvss_vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N",
                     *             "potential_severity": null,
                     *             "url": "https://shop.example/search?q=1",
                     *             "method": "GET",
                     *             "parameter": "q",
                     *             "location": "query",
                     *             "request": "GET /search?q=%3Ci%20data-k3xq9%3E HTTP/1.1\r\nHost: shop.example\r\n\r\n",
                     *             "response": "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<i data-k3xq9></i>",
                     *             "curl": "curl -i 'https://shop.example/search?q=%3Ci%20data-k3xq9%3E'",
                     *             "instances_count": 1,
                     *             "instances": [
                     *               {
                     *                 "url": "https://shop.example/search?q=1",
                     *                 "method": "GET",
                     *                 "parameter": "q"
                     *               }
                     *             ],
                     *             "ai_triage_score": 64,
                     *             "ai_remediation": "Encode `q` for HTML text before it is written into the page.",
                     *             "ai_pentest_narrative": "A link to this page runs script as the shop in the browser of a visitor.",
                     *             "ai_source": "rules",
                     *             "first_seen": "2026-11-20T10:01:12",
                     *             "last_seen": "2026-11-20T10:01:12",
                     *             "due_date": "2027-02-18T10:01:12",
                     *             "days_remaining": 90,
                     *             "triage": {
                     *               "state": "open",
                     *               "reason": null,
                     *               "by": null,
                     *               "until": null
                     *             }
                     *           }
                     *         ],
                     *         "performance": null,
                     *         "tech_stack": [
                     *           "nginx"
                     *         ],
                     *         "partial": false
                     *       },
                     *       "profile": "standard",
                     *       "options": {
                     *         "target_url": "https://shop.example/",
                     *         "scan_type": "vuln",
                     *         "profile": "standard",
                     *         "target_ip": null,
                     *         "excluded_paths": [],
                     *         "scan_speed": "normal",
                     *         "request_delay_ms": null,
                     *         "max_duration_s": 3600,
                     *         "max_requests": 20000,
                     *         "max_pages": 1000,
                     *         "max_depth": 10,
                     *         "opt_in": [],
                     *         "auth_config": null,
                     *         "custom_headers": [],
                     *         "webhook": null
                     *       },
                     *       "partial": false,
                     *       "error": null,
                     *       "retest_of": null
                     *     }
                     */
                    "application/json": components["schemas"]["Scan"];
                };
            };
            /** @description `invalid_json`: The request body is not valid JSON. `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: A valid API key is required in the X-Service-Key header. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this action needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `payload_too_large`: The request body is too large. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unsupported_media_type`: The body must be sent as application/json. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unavailable`: A part of the service is not available. Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportSarif: {
        parameters: {
            query?: {
                /** @description A path of the repository that all results point to. */
                anchor?: string;
            };
            header?: never;
            path: {
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
                     *       "version": "2.1.0",
                     *       "runs": [
                     *         {
                     *           "tool": {
                     *             "driver": {
                     *               "name": "Palisade",
                     *               "rules": []
                     *             }
                     *           },
                     *           "results": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/sarif+json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Unchanged since the given ETag. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: A valid API key is required in the X-Service-Key header. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this action needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `scan_not_completed`: The scan has not completed yet. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unavailable`: A part of the service is not available. Try again shortly. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v1Gate: {
        parameters: {
            query?: {
                fail_on?: "critical" | "high" | "medium" | "low" | "info";
                min_confidence?: "confirmed" | "likely" | "possible";
                new_only?: boolean;
                allow_partial?: boolean;
            };
            header?: never;
            path: {
                scan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The verdict. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "passed": true,
                     *       "counts": {
                     *         "critical": 0,
                     *         "high": 0,
                     *         "medium": 1,
                     *         "low": 0,
                     *         "info": 0
                     *       },
                     *       "failing_count": 0,
                     *       "failing": [],
                     *       "scan_id": "4f0c9f5e-7d6a-4c1b-9a53-0c6d8f0b2a11",
                     *       "status": "completed",
                     *       "fail_on": "high",
                     *       "min_confidence": "likely",
                     *       "new_only": false,
                     *       "partial": false,
                     *       "previous_scan_id": null
                     *     }
                     */
                    "application/json": components["schemas"]["GateResult"];
                };
            };
            /** @description `invalid_request`: The request is not valid. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `unauthorized`: A valid API key is required in the X-Service-Key header. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `insufficient_scope`: The API key lacks the scope that this action needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `not_found`: Not found. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `scan_not_completed`: The scan has not completed yet. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `rate_limit_exceeded`: Too many requests. Wait and try again. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `internal_error`: Something went wrong on our side. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
