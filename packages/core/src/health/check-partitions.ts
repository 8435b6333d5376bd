import { partitionQueries, type Sql } from '@silla/db'
import { type CheckResult, ok, problem } from './check-result.ts'

/** Whether every table that is partitioned by month has a partition for the rows of the next month (decision 0091). */
export async function checkPartitions(admin: Sql): Promise<CheckResult> {
  const faults = await partitionQueries.listPartitionFaults(admin)
  return faults.length === 0
    ? ok('partitions', 'partitionsReady', {})
    : problem('partitions', 'partitionsMissing', { faults: [...faults] })
}
