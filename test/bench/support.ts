import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listLiveSupport, systemClock } from '@silla/core'
import * as db from '@silla/db'
import { countOption, readOptions } from '../support/program-options.ts'
import { openBenchDatabase } from './bench-database.ts'
import { treeCpuMicroseconds } from './processes.ts'
import { median } from './statistics.ts'

const { salons: withAccess, rounds } = await readOptions({
  command: 'npm run bench:support',
  about: 'Measures how long `silla support list` reads the accesses of all salons (D66).',
  options: {
    salons: countOption(
      'that have an access which waits for an owner; as many more have none',
      1000,
    ),
    rounds: countOption('how often it is read', 9),
  },
})
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

try {
  const { admin, owner, postgresPid } = await openBenchDatabase({ db }, folder, closers)
  const now = new Date()
  const salons = owner`
    select md5(number::text)::uuid as business_id, 'salon-' || number as slug,
      number <= ${withAccess} as has_access
    from generate_series(1, ${withAccess * 2}) number`
  await owner`
    insert into registry.businesses (business_id, slug, mode, created_at, support_requested_at)
    select business_id, slug, 'test', ${now}, case when has_access then ${now}::timestamptz end
    from (${salons}) salons`
  await owner`
    insert into app.businesses (business_id, name, country, created_at)
    select business_id, slug, 'ES', ${now} from (${salons}) salons`
  await owner`
    insert into app.support_accesses (
      business_id, requested_by, reason, can_write, is_emergency, requested_at, expires_at)
    select business_id, 'bench', 'a reason', false, false, ${now}, ${now}::timestamptz + interval '1 day'
    from (${salons}) salons where has_access`
  await owner`analyze registry.businesses, app.support_accesses`

  const milliseconds: number[] = []
  const cpuMilliseconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const cpuBefore = treeCpuMicroseconds(postgresPid)
    const startedAt = performance.now()
    const found = await listLiveSupport(admin, systemClock)
    milliseconds.push(performance.now() - startedAt)
    cpuMilliseconds.push((treeCpuMicroseconds(postgresPid) - cpuBefore) / 1000)
    assert.equal(found.length, withAccess)
  }
  console.table({
    [`${withAccess} salons`]: {
      milliseconds: Math.round(median(milliseconds)),
      'PostgreSQL CPU ms': Math.round(median(cpuMilliseconds)),
    },
  })
} finally {
  for (const close of closers) await close()
}
