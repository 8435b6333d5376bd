import { test } from 'node:test'
import {
  codeOf,
  importsOf,
  none,
  packageOf,
  type Source,
  sources,
  tests,
  workspaces,
} from './sources.ts'

const pure = ['packages/errors', 'packages/locale', 'packages/money', 'packages/slots']

/** Whether an import is of a file of the same package, or of another pure one. */
const isPure = (name: string | null) =>
  name === null || pure.includes(name.replace('@silla/', 'packages/'))

test('pure packages import only each other and use no clock or randomness', () => {
  const reaching = codeOf(...pure).flatMap((source) =>
    [
      ...importsOf(source).filter((name) => name.startsWith('node:') || !isPure(packageOf(name))),
      ...places(
        source,
        /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\bprocess\.|\bconsole\.|\bfetch\(/g,
      ),
    ].map((what) => `${source.path}: ${what}`),
  )
  none(
    reaching,
    'Take it as a parameter; code with side effects belongs in db, tenants or a service:',
  )
})

test('the core reads the time only from its clock', () => {
  const elsewhere = codeOf('packages/core').filter(
    ({ path }) => path !== 'packages/core/src/clock.ts',
  )
  const offenders = offendersIn(elsewhere, /\bDate\.now\b|\bnew Date\(\)/g)
  none(offenders, 'Use context.clock, or take a Clock as a parameter:')
})

test('D44: visits go by the clock of the business, payments and idempotency keys by real time', () => {
  const inFolders = (...folders: string[]) =>
    codeOf('packages/core').filter(({ path }) =>
      folders.some((folder) => path.startsWith(`packages/core/src/${folder}/`)),
    )
  const visits = inFolders('availability', 'blocks', 'bookings', 'holds', 'waitlist')
  none(
    offendersIn(visits, /\brealClock\b|\brunAt\b/g),
    'Use context.clock, and enqueue jobs with dueAt (decision 0029):',
  )
  none(
    offendersIn(inFolders('payments', 'idempotency', 'credentials'), /\bcontext\.clock\b/g),
    'Use context.realClock, or momentOf(context) where bookings change too (decision 0029):',
  )
  const functions = sources('db/functions/app.*.sql').filter(
    ({ path }) => path !== 'db/functions/app.enqueue.sql',
  )
  none(
    offendersIn(functions, /'runAt'/g),
    "A job of a visit has 'dueAt', by the clock of the business (decision 0029):",
  )
})

test('the core names no command of the CLI', () => {
  const offenders = offendersIn(codeOf('packages/core'), /\bsilla [a-z]+|\bnpm start\b|\bnpx /g)
  none(
    offenders,
    'Return a code, and let the CLI name the command (cli/src/doctor, cli/src/errors):',
  )
})

test('time zones are computed in one place', () => {
  const elsewhere = codeOf(...workspaces.filter((folder) => folder !== 'packages/slots'))
  none(
    offendersIn(elsewhere, /\bTemporal\b|getTimezoneOffset/g),
    'Use zoneOf(timezone) of @silla/slots:',
  )
})

test('the languages are listed in one place', () => {
  const elsewhere = codeOf().filter(
    ({ path }) =>
      path !== 'packages/locale/src/languages.ts' && path !== 'packages/client/src/schema.ts',
  )
  none(offendersIn(elsewhere, /\['es',\s*'en'/g), 'Take `languages` of @silla/locale:')
})

test('environment variables are read only in config files', () => {
  const product = codeOf().filter(({ path }) => !/\/(config|env)\.ts$/.test(path))
  // tests may pass the whole environment to a child process
  const testFiles = tests().filter(
    ({ path }) =>
      !/^test\/(support\/(run|(open-)?test-server)|browser\/bed\/chromium|cli\/reused-process|bench\/\w+|architecture\/.*)\.ts$/.test(
        path,
      ),
  )
  const offenders = [
    ...offendersIn(product, /\bprocess\.env\b/g),
    ...offendersIn(testFiles, /(?<!\.\.\.|PATH: )\bprocess\.env\b/g),
  ]
  none(offenders, 'Read it in config.ts, validate it there, and pass it on as a value:')
})

test('SQL is written only in db', () => {
  const elsewhere = codeOf(...workspaces.filter((folder) => folder !== 'db'))
  const sql =
    /\b(sql|tx|admin|registry)(<[^`]*>)?`|\.unsafe\(|\bselect [^'`]+ from \w|\binsert into \w+ \(|\bdelete from \w+ where/g
  none(offendersIn(elsewhere, sql), 'Move it to a named query in db/src/queries:')
})

test('identifiers outside the wire are English', () => {
  const code = codeOf('packages/money', 'packages/slots', 'db', 'tenants', 'packages/core', 'cli')
  // the headings of files of other products
  const inside = code.filter(({ path }) => path !== 'packages/core/src/imports/profiles.ts')
  const spanish = new RegExp(`\\b(${wireWords})s?(_\\w+)?\\b`, 'gi')
  // an event type is a public name, such as 'reserva.cancelada'
  const plain = inside.map(({ path, text }) => ({
    path,
    text: text.replace(/'[a-z]+\.[a-z_]+'/g, ''),
  }))
  none(offendersIn(plain, spanish), 'Translate it at the boundary, in packages/wire:')
})

const wireWords =
  'reserva|servicio|peluquero|negocio|categoria|festivo|horario|fecha|hora|dia|codigo|nombre|precio|duracion|estado|motivo|cliente|telefono|disponible|aviso|desde|hasta|resena'

const offendersIn = (files: Source[], pattern: RegExp) =>
  files.flatMap((source) => places(source, pattern).map((place) => `${source.path}: ${place}`))

/** Matches of a pattern outside comments. */
const places = ({ text }: Source, pattern: RegExp): string[] =>
  text.replace(/^\s*(\/?\*|\/\/).*$/gm, '').match(pattern) ?? []
