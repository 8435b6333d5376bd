import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { openPool } from '@silla/db'
import { openTestServer } from '../support/open-test-server.ts'
import { readOptions } from '../support/program-options.ts'
import { type TestServer, testServerVariable } from '../support/test-server.ts'
import { type Calls, calls } from './citus-calls.ts'
import { treeCpuMicroseconds } from './processes.ts'
import { median } from './statistics.ts'

await readOptions({
  command: 'npm run bench:citus',
  about:
    'Measures what one call of availability and one booking cost on a Citus cluster, as a multiple of plain ' +
    'PostgreSQL. All servers run on this machine and take turns. The CPU time of their processes is the value to ' +
    'compare: it shows how many nodes carry as much as one plain server, also on a busy machine, as long as ' +
    'nothing else uses these servers. The cluster is that of CITUS_COORDINATOR_URL; plain PostgreSQL is that of ' +
    'PREPARE_DATABASE_URL, or the embedded server. Compare the same version with the same settings.',
})

const rounds = 7
const coordinatorUrl = process.env.CITUS_COORDINATOR_URL
if (!coordinatorUrl) {
  console.error('Set CITUS_COORDINATOR_URL to a database of the cluster (see docs/scaling.md).')
  process.exit(1)
}

const plain = await openTestServer(process.env.PREPARE_DATABASE_URL || undefined)
const cluster = await openTestServer(undefined, coordinatorUrl)
const sides = await Promise.all([plain, cluster].map(({ server }) => openSide(server)))
try {
  // the first round fills caches
  for (let round = 0; round <= rounds; round++) {
    for (const call of Object.keys(calls) as Calls[]) {
      for (const side of sides) {
        const sample = await measure(side, call)
        if (round > 0) side.samples[call].push(sample)
      }
    }
  }
  report()
} finally {
  await Promise.all(sides.map(({ program }) => stop(program)))
  await Promise.all([plain.close(), cluster.close()])
}

interface Side {
  program: ChildProcess
  /** The first process of each of its servers. */
  servers: number[]
  samples: Record<Calls, Sample[]>
}

/** Of one call. */
interface Sample {
  milliseconds: number
  cpuMilliseconds: number
}

async function openSide(server: TestServer): Promise<Side> {
  const program = fork(`${import.meta.dirname}/citus-calls.ts`, {
    env: { ...process.env, [testServerVariable]: JSON.stringify(server) },
  })
  const urls = [server.urls.prepare, ...server.nodeUrls]
  return {
    program,
    servers: await Promise.all(urls.map(firstProcess)),
    samples: { 'one availability call': [], 'one booking': [] },
  }
}

async function firstProcess(url: string): Promise<number> {
  const maintenance = new URL(url)
  maintenance.pathname = '/postgres'
  const sql = openPool({ url: maintenance.href, max: 1, name: 'silla-bench' })
  try {
    const [row] = await sql<{ pid: number }[]>`
      select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`
    return row?.pid ?? 0
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function measure({ program, servers }: Side, call: Calls): Promise<Sample> {
  const cpu = () => servers.reduce((sum, pid) => sum + treeCpuMicroseconds(pid), 0)
  const before = cpu()
  program.send(call)
  const answered = new AbortController()
  const { signal } = answered
  const [milliseconds] = await Promise.race([
    once(program, 'message', { signal }),
    once(program, 'exit', { signal }).then(() =>
      Promise.reject(new Error('a program ended early')),
    ),
  ]).finally(() => answered.abort())
  return { milliseconds, cpuMilliseconds: (cpu() - before) / 1000 / calls[call] }
}

async function stop(program: ChildProcess) {
  if (program.exitCode !== null) return
  const ended = once(program, 'exit')
  program.send('stop')
  await ended
}

function report() {
  const [onPlain, onCluster] = sides.map(({ samples }) => samples)
  for (const unit of ['cpuMilliseconds', 'milliseconds'] as const) {
    console.log(unit === 'milliseconds' ? 'Time of a call, one at a time' : 'CPU time of a call')
    const rows = (Object.keys(calls) as Calls[]).map((call) => {
      const [one = 0, other = 0] = [onPlain, onCluster].map((side) =>
        median((side?.[call] ?? []).map((sample) => sample[unit])),
      )
      const row = {
        'plain ms': one.toFixed(2),
        'Citus ms': other.toFixed(2),
        ratio: (other / one).toFixed(1),
      }
      return [call, row]
    })
    console.table(Object.fromEntries(rows))
  }
}
