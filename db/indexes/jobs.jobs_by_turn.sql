create index concurrently jobs_by_turn on jobs._private_jobs (task_id, priority, jobs.party(job_queue_id, payload), run_at) where is_available;
