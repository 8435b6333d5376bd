import { globSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { Flags } from '@oclif/core'
import { differsOnCitus } from './citus.ts'
import { cpuTable, readCpuTimes } from './cpu-time.ts'
import { openTestServer } from './open-test-server.ts'
import { readOptions } from './program-options.ts'
import { superviseProcesses } from './supervise.ts'
import { testServerVariable } from './test-server.ts'

// One database server per run: the embedded one, or the one in PREPARE_DATABASE_URL. Each test file
// clones its migrated template.

const {
  citus: onCitus,
  cpu: withCpuTimes,
  operands: chosen,
} = await readOptions({
  command: 'npm test',
  about: 'Runs the tests: all of them, or the files that are named.',
  options: {
    citus: Flags.boolean({
      description:
        'on the cluster of CITUS_COORDINATOR_URL, without the files of what differs there: npm run test:citus',
    }),
    cpu: Flags.boolean({
      description:
        'print the CPU time of each file, and run them one after the other, because they share the database server',
    }),
  },
  operands: { value: 'FILE ...', about: 'the path of a test file' },
})
const files =
  chosen.length > 0 ? [...new Set(chosen)] : longestFirst(globSync('test/**/*.test.ts').sort())
if (onCitus) for (const file of differsOnCitus.keys()) remove(file)
if (files.length === 0) {
  console.error('No test file found: a run without tests fails.')
  process.exit(1)
}

/** One more than the two cores that a run is planned for: some tests mostly wait. */
const processCount = withCpuTimes ? 1 : 3

// all processes load the same code: a compile cache halves the loading time
const compileCache = join(import.meta.dirname, '../../node_modules/.cache/silla-tests')
const { server, folder, close } = await openTestServer(
  process.env.PREPARE_DATABASE_URL || undefined,
  onCitus ? coordinatorUrl() : undefined,
)
const cpuTimeFile = join(folder, 'cpu-times')
// Ctrl-C reaches the test processes too; clean up after they end
process.on('SIGINT', () => {})

try {
  if (!(await runFiles())) process.exitCode = 1
} finally {
  if (withCpuTimes) console.log(cpuTable(readCpuTimes(cpuTimeFile)))
  await close()
}

/** A database with the Citus extension that knows the nodes, with a superuser. */
function coordinatorUrl(): string {
  const url = process.env.CITUS_COORDINATOR_URL
  if (url) return url
  console.error('Set CITUS_COORDINATOR_URL to a database of the cluster (see docs/scaling.md).')
  process.exit(1)
}

function remove(file: string) {
  const index = files.indexOf(file)
  if (index >= 0) files.splice(index, 1)
}

/** At the end of a run, no process waits long for the others. */
function longestFirst(all: string[]): string[] {
  const longest = [
    'test/upgrade/rolling-upgrade.test.ts',
    'test/dev/start.test.ts',
    'test/browser/agenda-accessibility.test.ts',
    'test/browser/pages.test.ts',
    'test/browser/staff-import.test.ts',
    'test/browser/reference.test.ts',
    'test/cli/backup.test.ts',
    'test/browser/staff.test.ts',
    'test/simulation/simulation.test.ts',
    'test/browser/accessibility-ar.test.ts',
    'test/browser/agenda-visits.test.ts',
    'test/browser/agenda.test.ts',
    'test/cli/examples.test.ts',
    'test/browser/accessibility-es.test.ts',
    'test/browser/staff-people.test.ts',
    'test/chaos/database-outage.test.ts',
    'test/browser/accessibility-en.test.ts',
    'test/chaos/killed-processes.test.ts',
    'test/fuzz/fuzz.test.ts',
    'test/dev/start-settings.test.ts',
    'test/payments/transition.test.ts',
    'test/browser/payment.test.ts',
    'test/browser/faults.test.ts',
    'test/chaos/processor-faults.test.ts',
    'test/cli/terminal.test.ts',
    'test/spec/operations.test.ts',
    'test/cli/db.test.ts',
    'test/browser/bed.test.ts',
    'test/browser/booking.test.ts',
    'test/dev/setup-database.test.ts',
    'test/spec/examples.test.ts',
    'test/cli/audit.test.ts',
    'test/browser/agenda-reports.test.ts',
    'test/chaos/worker-database-outage.test.ts',
    'test/rest/http/start.test.ts',
    'test/rest/staff/desk.test.ts',
    'test/dev/setup-as-managed-login.test.ts',
    'test/browser/waitlist.test.ts',
    'test/browser/card-form.test.ts',
    'test/unit/slots/engine.property.test.ts',
    'test/cli/doctor.test.ts',
    'test/spec/contract.test.ts',
    'test/cli/repair.test.ts',
    'test/worker/runner.test.ts',
    'test/cli/command-line.test.ts',
  ].filter((file) => all.includes(file))
  return [...longest, ...all.filter((file) => !longest.includes(file))]
}

/** Runs the files in several processes. True when every file ran to its end without a failure. */
async function runFiles(): Promise<boolean> {
  const taken = join(folder, 'taken')
  mkdirSync(taken)
  const processes = join(folder, 'processes')
  const stopSupervision = superviseProcesses(processes)
  const script = join(import.meta.dirname, 'run-files.ts')
  const scripts = files.slice(0, processCount).map(() => script)
  const tests = run({
    files: scripts,
    concurrency: scripts.length,
    execArgv: process.execArgv,
    argv: [processes, taken, withCpuTimes ? cpuTimeFile : '', String(scripts.length), ...files],
    env: {
      ...process.env,
      [testServerVariable]: JSON.stringify(server),
      NODE_COMPILE_CACHE: compileCache,
    },
  })
  const left = new Set(files)
  let passed = true
  const markEnded = ({ name, nesting }: { name: string; nesting: number }) =>
    nesting === 0 && left.delete(name)
  tests.on('test:pass', markEnded)
  tests.on('test:fail', markEnded)
  tests.on('test:summary', ({ success }) => {
    passed &&= success
  })
  for await (const text of tests.compose(spec)) process.stdout.write(text)
  stopSupervision()
  for (const file of left) console.error(`${file} did not run to its end.`)
  return passed && left.size === 0
}
