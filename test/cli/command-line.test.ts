import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import commands from '../../cli/src/all-commands.ts'
import { isPlain, program, type RunResult, runMany, runSilla, runSillaAlone } from './run-silla.ts'

const ids = Object.keys(commands)

test('every command has a file, and every file is a command', () => {
  const folder = fileURLToPath(new URL('../../cli/src/commands', import.meta.url))
  const files = globSync('**/*.ts', { cwd: folder }).map((file) =>
    file.replace(/\.ts$/, '').replaceAll('/', ':'),
  )
  assert.deepEqual(files.sort(), [...ids].sort())
})

test('every command has a summary, a description, --json, and examples with and without it', () => {
  for (const [id, command] of Object.entries(commands)) {
    assert.ok(command.summary && command.description, `${id} has no description`)
    assert.equal(command.enableJsonFlag, true, `${id} has no --json`)
    const examples = (command.examples as (string | { command: string })[]).map((each) =>
      typeof each === 'string' ? each : each.command,
    )
    const call = `<%= config.bin %> ${id.replaceAll(':', ' ')}`
    assert.ok(examples.length >= 2, `${id} needs examples`)
    for (const example of examples)
      assert.ok(example.includes(call), `an example of ${id} calls something else`)
    assert.ok(
      examples.some((example) => example.includes('--json')),
      `${id} has no example with --json`,
    )
  }
})

test('every flag and argument has a description', () => {
  for (const [id, command] of Object.entries(commands)) {
    for (const [name, input] of Object.entries({ ...command.flags, ...command.args })) {
      assert.ok(input.description, `${id} does not describe ${name}`)
    }
  }
})

test('help lists topics, the commands of a topic, and the examples of a command', async () => {
  const [whole, topic, command] = await Promise.all([
    runSillaAlone(['--help']),
    runSillaAlone(['keys', '--help']),
    runSillaAlone(['help', 'keys', 'create']),
  ])
  for (const name of ['businesses', 'db', 'keys'])
    assert.match(whole.stdout, new RegExp(`^  ${name} `, 'm'))
  for (const name of ['create', 'list', 'revoke', 'rotate'])
    assert.match(topic.stdout, new RegExp(`^  keys ${name} `, 'm'))
  assert.match(command.stdout, / \[--missing\] /)
  assert.match(command.stdout, /EXAMPLES\n {2}\$ silla keys create barberia-centro /)
  assert.deepEqual([whole.code, topic.code, command.code], [0, 0, 0])
})

test('a mistyped command gets a suggestion', async () => {
  const mistyped = await runSillaAlone(['busineses', 'lst', '--json'])
  assert.equal(mistyped.code, 2)
  assert.equal(
    mistyped.json().error.message,
    'Unknown command "busineses lst". Did you mean "silla businesses list"? See silla --help.',
  )
  const withArgument = await runSilla(['keys', 'crate', 'barberia'])
  assert.match(withArgument.stderr, /Did you mean "silla keys create"\?/)
  const topic = await runSilla(['schedule', 'closures', '--json'])
  assert.equal(topic.code, 2)
  const name =
    'schedule closures is a topic: pass one of its commands. See silla schedule closures --help.'
  assert.deepEqual(topic.json(), { error: { message: name } })
  const unknown = await runSilla(['xyzzy'])
  assert.equal(unknown.stderr, 'Error: Unknown command "xyzzy". See silla --help.\n')
})

test('an invalid command line is exit code 2 and one line of explanation', async () => {
  const cases: [string[], RegExp][] = [
    [
      ['keys', 'create', '--bussiness', 'x'],
      /^Unknown flag --bussiness\. Did you mean --business\?/,
    ],
    [
      ['keys', 'create'],
      /^Exactly one of the following must be provided: --all, --business; Missing required flag kind\. See --help\.$/,
    ],
    [
      ['keys', 'create', '--business', 'x', '--kind', 'private'],
      /^Expected --kind=private to be one of: publishable, secret/,
    ],
    [['keys', 'revoke', '--business', 'x'], /^Missing 1 required arg: key/],
    [
      ['catalog', 'list', '-b', 'x'],
      /^Missing 1 required arg: part: categories, resources, services or products\. See --help\.$/,
    ],
    [
      ['messages', 'senders', 'remove', '-b', 'x'],
      /^Missing 1 required arg: channel: The channel \(sms, whatsapp\)\. See --help\.$/,
    ],
    [['businesses', 'list', 'extra'], /^Unexpected argument: extra/],
    [
      ['businesses', 'list', '--limit', '1e3'],
      /^--limit: Expected an integer but received: 1e3\. See --help\.$/,
    ],
    [
      ['businesses', 'list', '--limit', '2', '--limit', '3'],
      /^Flag --limit can only be specified once\./,
    ],
    [
      ['businesses', 'list', '--mode'],
      /^Flag --mode expects one of these values: live, test, demo\./,
    ],
    [
      ['businesses', 'list', '--mode', 'lve'],
      /to be one of: live, test, demo\. Did you mean live\?/,
    ],
    [['catalog', 'list', 'servces', '-b', 'x'], /Did you mean services\?/],
    [['jobs', 'retry', 'x'], /^Expected an integer but received: x\./],
    [['keys', 'list', 'x', 'y'], /^Unexpected argument: y\./],
    [['keys', 'create', 'x', '--all', '--kind', 'secret'], /--all/],
    [
      ['businesses', 'show', 'y', '-b', 'x'],
      /^Pass one business: the argument is y, and --business is x\. See --help\.$/,
    ],
    [['businesses', 'show'], /^Pass SLUG, or --business SLUG\. See --help\.$/],
    [
      ['bookings', 'cancel', '7K2MP9QRST', '--yes'],
      /^Pass SLUG BOOKING, or BOOKING with --business SLUG\. See --help\.$/,
    ],
    [['keys', 'list', '-b', ''], /^--business is empty\./],
    [['businesses', 'show', ' '], /^--business is empty\./],
    [
      ['keys', 'lst', '--help'],
      /^Unknown command "keys lst"\. Did you mean "silla keys list"\? See silla keys --help\.$/,
    ],
    [['keys', 'bogus', '--help'], /^Unknown command "keys bogus"\. See silla keys --help\.$/],
    [['busines'], /^Unknown command "busines"\. Did you mean "silla businesses"\?/],
    [['--dry-run', 'businesses', 'list'], /^Pass the command before its flags, not --dry-run\./],
  ]
  const runs = await runMany(cases.flatMap(([args]) => [args, [...args, '--json']]))
  for (const [index, [args, message]] of cases.entries()) {
    const [plain, json] = runs.slice(2 * index, 2 * index + 2) as [RunResult, RunResult]
    assert.deepEqual([plain.code, json.code], [2, 2], args.join(' '))
    assert.match(json.json().error.message, message)
    assert.equal(plain.stderr, `Error: ${json.json().error.message}\n`)
    assert.equal(plain.stdout + json.stderr, '')
  }
})

test('without a database, every command that needs one prints one sentence', async () => {
  const argsOf: Record<string, string[]> = {
    'audit:list': ['--business', 'x'],
    'clock:set': ['x', '2027-03-28T01:30'],
    'clock:show': ['x'],
    'db:passwords:retire': ['silla_api'],
    'bookings:create': (
      '-b x --professional x --service x --day 2030-03-04 --time 10:00 --name X --email ' +
      'x@example.com'
    ).split(' '),
    'blocks:create': '-b x --professional A --reason r --to 10:00 --from'
      .split(' ')
      .concat('2027-06-30 09:00'),
    'blocks:delete': ['1', '-b', 'x'],
    'blocks:list': ['-b', 'x'],
    'events:list': ['-b', 'x'],
    'messages:list': ['-b', 'x'],
    'messages:show': ['1', '-b', 'x'],
    'messages:retry': ['1', '-b', 'x'],
    'messages:senders:list': ['-b', 'x'],
    'messages:senders:set': ['-b', 'x', 'sms', '+34910000000'],
    'messages:senders:remove': ['-b', 'x', 'sms'],
    'messages:templates:list': ['-b', 'x'],
    'messages:templates:set': ['-b', 'x', 'name', 'es', 'approved'],
    'holds:list': ['-b', 'x'],
    'holds:release': ['1', '-b', 'x'],
    'calendars:create': ['-b', 'x'],
    'calendars:list': ['-b', 'x'],
    'calendars:revoke': ['1', '-b', 'x'],
    'bookings:cancel': ['1', '-b', 'x', '--yes'],
    'waitlist:add': [
      ...['-b', 'x', '--service', 'Corte', '--from', 'tomorrow'],
      ...['--name', 'Eva', '--email', 'eva@example.com'],
    ],
    'waitlist:list': ['-b', 'x'],
    'waitlist:show': ['1', '-b', 'x'],
    'waitlist:remove': ['1', '-b', 'x'],
    'webhooks:deliveries:list': ['1', '-b', 'x'],
    'webhooks:deliveries:redeliver': ['1', '2', '-b', 'x'],
    'webhooks:endpoints:create': ['https://till.example/', '-b', 'x'],
    'webhooks:endpoints:delete': ['1', '-b', 'x'],
    'webhooks:endpoints:list': ['-b', 'x'],
    'webhooks:endpoints:rotate': ['1', '-b', 'x'],
    'webhooks:endpoints:update': ['1', '-b', 'x', '--active'],
    'webhooks:test': ['1', '-b', 'x'],
    'bookings:arrive': ['1', '-b', 'x'],
    'bookings:undo-arrival': ['1', '-b', 'x'],
    'bookings:change-lines': ['1', '-b', 'x', '--add', 'Corte', '--yes'],
    'bookings:complete': ['1', '-b', 'x'],
    'bookings:confirm': ['1', '-b', 'x'],
    'bookings:list': ['-b', 'x'],
    'bookings:no-show': ['1', '-b', 'x'],
    'bookings:import': ['README.md', '-b', 'x', '--from', 'generic'],
    'bookings:realign': ['-b', 'x'],
    'bookings:reassign': ['-b', 'x', '--from', 'Ana', '--day', 'today', '--yes'],
    'bookings:reschedule': ['1', '-b', 'x', '--time', '10:00', '--yes'],
    'bookings:show': ['1', '-b', 'x'],
    'businesses:create':
      'x --name X --mode test --timezone Europe/Madrid --currency EUR --country ES'.split(' '),
    'businesses:delete': ['x', '--yes'],
    'businesses:export': ['x'],
    'businesses:show': ['x'],
    'businesses:suspend': ['x'],
    'businesses:update': ['x', '--points'],
    'businesses:resume': ['x'],
    'catalog:export': ['--business', 'x'],
    'catalog:list': ['services', '--business', 'x'],
    'catalog:translate': ['--business', 'x'],
    'customers:block': ['x@example.com', '--business', 'x'],
    'customers:erase': ['x@example.com', '-b', 'x', '--yes'],
    'customers:export': ['x@example.com', '-b', 'x'],
    'customers:merge': ['x@example.com', 'y@example.com', '-b', 'x', '--yes'],
    'customers:import': ['README.md', '-b', 'x', '--from', 'generic'],
    'customers:search': ['x', '-b', 'x'],
    'customers:show': ['x@example.com', '-b', 'x'],
    'customers:unblock': ['x@example.com', '--business', 'x'],
    'jobs:retry': ['1'],
    'keys:create': ['--business', 'x', '--kind', 'secret'],
    'keys:list': ['--business', 'x'],
    'keys:rotate': ['1', '--business', 'x'],
    'keys:revoke': ['1', '--business', 'x'],
    'mail:list': ['--business', 'x'],
    'mail:retry': ['1', '--business', 'x'],
    'mail:show': ['1', '--business', 'x'],
    'payments:export': ['--business', 'x', '--month', '2027-01'],
    'payments:list': ['--business', 'x'],
    'reports:show': ['visits', '-b', 'x'],
    'payments:payouts': ['--business', 'x'],
    'payments:reconcile': ['--business', 'x'],
    'payments:refund': ['1', '--business', 'x', '--yes'],
    'payments:show': ['1', '--business', 'x'],
    'payments:charge-fee': ['x', '--business', 'x'],
    'payments:waive-fee': ['x', '--business', 'x'],
    'staff:sessions': ['-b', 'x'],
    'staff:update': ['1', '-b', 'x', '--role', 'manager'],
    'staff:deactivate': ['1', '-b', 'x'],
    'staff:invite': ['-b', 'x', '--email', 'x@example.com', '--name', 'X'],
    'staff:list': ['-b', 'x'],
    'support:close': ['1', '-b', 'x'],
    'support:enter': ['1', '-b', 'x'],
    'support:open': ['-b', 'x', '--reason', 'x'],
    'stripe:connect': ['x'],
    'stripe:disconnect': ['x', '--yes'],
    'stripe:webhook:setup': ['https://api.example'],
    'customers:adjust-points': [
      'x@example.com',
      '--business',
      'x',
      '--points',
      '5',
      '--reason',
      'x',
    ],
    'schedule:closures:add': ['-b', 'x', '--day', 'today'],
    'schedule:closures:list': ['-b', 'x'],
    'schedule:closures:remove': ['-b', 'x', '--day', 'today'],
    'schedule:overrides:add': ['x', '-b', 'x', '--day', 'today'],
    'schedule:overrides:list': ['-b', 'x'],
    'schedule:overrides:remove': ['x', '-b', 'x', '--day', 'today'],
    'schedule:holidays:import': ['-b', 'x', '--year', '2027'],
    'schedule:hours:set': ['monday', 'closed', '-b', 'x'],
    'schedule:hours:show': ['-b', 'x'],
    'schedule:shifts:set': ['x', 'monday', 'off', '-b', 'x'],
    'schedule:shifts:show': ['-b', 'x'],
    'schedule:week': ['-b', 'x'],
    'till:charge': ['-b', 'x', '--booking', 'x', '--method', 'cash'],
    'till:list': ['-b', 'x'],
    'till:sell': ['-b', 'x', '--product', 'x'],
    'till:void': ['1', '-b', 'x', '--reason', 'x'],
    'waitlist:accept': ['1', '-b', 'x'],
    'waitlist:decline': ['1', '-b', 'x'],
    'businesses:archive': ['x', 'x.tar'],
    'businesses:forget': ['x'],
    'businesses:move': ['x', '--to', 'https://x.example'],
    'businesses:restore': ['x.tar'],
    'db:backup': ['.'],
    'db:repair': ['--all'],
    'db:reset': ['--yes'],
    'db:restore': ['x'],
  }
  const withDatabase = ids.filter(
    (each) =>
      ![
        'completion:bash',
        'completion:zsh',
        'businesses:apply',
        'businesses:diff',
        'businesses:schema',
        'catalog:import',
      ].includes(each),
  )
  const runs = await runMany(withDatabase.map((id) => [...id.split(':'), ...(argsOf[id] ?? [])]))
  for (const [index, { code, stdout, stderr }] of runs.entries()) {
    const id = withDatabase[index] ?? ''
    assert.match(
      stderr,
      /^Error: No database: set (CLI|MIGRATOR|PREPARE)_DATABASE_URL, or run npm start first \(.*\)\.\n$/,
      id,
    )
    assert.deepEqual([code, stdout], [1, ''], id)
  }
})

test('an unreachable database and an invalid URL are one-line errors', async () => {
  const unreachable = await runSillaAlone(['businesses', 'list'], {
    CLI_DATABASE_URL: 'postgres://silla_admin:hush@127.0.0.1:1/silla',
  })
  assert.match(
    unreachable.stderr,
    /^Error: The database is not reachable \(connect ECONNREFUSED 127\.0\.0\.1:1\)\. .*\n$/,
  )
  const hostTwice = 'postgres://silla_admin:x@localhost/silla?host=/run/postgresql'
  for (const url of [
    hostTwice,
    'https://db.example/silla',
    'postgres://silla_admin:50%@db.example/silla',
  ]) {
    const invalid = await runSilla(['businesses', 'list'], { CLI_DATABASE_URL: url })
    assert.match(
      invalid.stderr,
      /^Error: Invalid CLI_DATABASE_URL: expected a URL such as .*\n$/,
      url,
    )
    assert.equal(invalid.code, 1)
  }
  assert.equal(unreachable.code, 1)
  assert.ok(!unreachable.stderr.includes('hush'))
})

test("a command in a shell loop does not read the loop's standard input", async () => {
  const silla = `"${process.execPath}" --conditions=@silla/source "${program}"`
  const loop =
    `printf 'one\\ntwo\\n' | while read -r line; do echo "$line"; ${silla} businesses show; ` +
    'done; true'
  const { stdout } = await promisify(execFile)('bash', ['-c', loop])
  assert.equal(stdout, 'one\ntwo\n')
})

test('output that cannot be written is a one-line error with exit code 1', async (t) => {
  if (!existsSync('/dev/full')) return t.diagnostic('skipped: there is no /dev/full')
  const silla = `"${process.execPath}" --conditions=@silla/source "${program}"`
  const { stdout } = await promisify(execFile)('bash', [
    '-c',
    `${silla} --help 2>&1 >/dev/full; echo "code $?"`,
  ])
  assert.equal(stdout, 'Error: Cannot write the output (ENOSPC).\ncode 1\n')
})

test('the CLI works for a user id without an account, as in a container', async (t) => {
  // not the data folder of the repository, which may belong to root
  const nowhere = { PATH: process.env.PATH, SILLA_DATA_DIR: '/silla-no-such-folder' }
  const withoutAccount = { uid: 4242, gid: 4242, cwd: '/', env: nowhere }
  const ran = (...args: string[]) => promisify(execFile)(process.execPath, args, withoutAccount)
  const canRead =
    process.getuid?.() === 0 && (await ran('-e', `fs.accessSync('${program}')`).catch(() => null))
  if (!canRead) return t.diagnostic('skipped: only root can use another user id')
  await assert.rejects(ran('--conditions=@silla/source', program, 'businesses', 'list'), {
    stderr:
      'Error: No database: set CLI_DATABASE_URL, or run npm start first ' +
      '(/silla-no-such-folder/database.json was not found).\n',
  })
})

test('without a terminal there is no colour, even with FORCE_COLOR', async () => {
  for (const args of [['--help'], ['keys', 'create', '--help'], ['keys', 'create']]) {
    const { stdout, stderr } = await runSillaAlone(args, { FORCE_COLOR: '1' })
    assert.ok(isPlain(stdout + stderr), args.join(' '))
  }
})

test('a reader that closes the pipe early, as head does, is not an error', async () => {
  const silla = `"${process.execPath}" --conditions=@silla/source "${program}"`
  // the reader closes the pipe before the first output
  const line = (args: string) => `${silla} ${args} | exec 0<&-; echo "code \${PIPESTATUS[0]}"`
  const script = [line('--help'), line('businesses schema --json'), line('completion zsh')].join(
    '\n',
  )
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script])
  assert.deepEqual([stdout, stderr], ['code 0\ncode 0\ncode 0\n', ''])
})
