import { test } from 'node:test'
import { codeOf, importsOf, none, packageOf, type Source, tests, workspaces } from './sources.ts'

const pure = ['packages/errors', 'packages/money', 'packages/slots']

test('packages are pure: nothing from Node, nothing installed, no clock, no chance', () => {
  const reaching = codeOf(...pure).flatMap((source) =>
    [
      ...importsOf(source).filter((name) => name.startsWith('node:') || packageOf(name) !== null),
      ...places(
        source,
        /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bMath\.random\b|\bprocess\.|\bconsole\.|\bfetch\(/g,
      ),
    ].map((what) => `${source.path}: ${what}`),
  )
  none(reaching, 'Take it as an argument; what does something belongs in db, tenants or a service:')
})

test('the core knows the time from its clock alone', () => {
  const elsewhere = codeOf('packages/core').filter(
    ({ path }) => path !== 'packages/core/src/clock.ts',
  )
  const offenders = offendersIn(elsewhere, /\bDate\.now\b|\bnew Date\(\)/g)
  none(offenders, 'Ask caller.clock, or take a Clock as an argument:')
})

test('zones are computed in one place', () => {
  const elsewhere = codeOf(...workspaces.filter((folder) => folder !== 'packages/slots'))
  none(
    offendersIn(elsewhere, /\bTemporal\b|getTimezoneOffset/g),
    'Ask @silla/slots: zoneOf(timezone):',
  )
})

test('settings are read in config files alone', () => {
  const product = codeOf().filter(({ path }) => !/\/(config|env)\.ts$/.test(path))
  // a child process may be handed the environment whole
  const scenes = tests().filter(
    ({ path }) =>
      !/^test\/(support\/(run|test-server)|bench\/\w+|architecture\/.*)\.ts$/.test(path),
  )
  const offenders = [
    ...offendersIn(product, /\bprocess\.env\b/g),
    ...offendersIn(scenes, /(?<!\.\.\.|PATH: )\bprocess\.env\b/g),
  ]
  none(offenders, 'Read it in config.ts, check it there, and hand it on as a value:')
})

test('SQL is spoken in db alone', () => {
  const elsewhere = codeOf(...workspaces.filter((folder) => folder !== 'db'))
  const sql =
    /\b(sql|tx|admin|registry)(<[^`]*>)?`|\.unsafe\(|\bselect [^'`]+ from \w|\binsert into \w+ \(|\bdelete from \w+ where/g
  none(offendersIn(elsewhere, sql), 'Make it a question with a name in db/src/queries:')
})

test('what is inside speaks English', () => {
  const inside = codeOf('packages/money', 'packages/slots', 'db', 'tenants', 'packages/core', 'cli')
  const spanish = new RegExp(`\\b(${wireWords})s?(_\\w+)?\\b`, 'gi')
  // the type of an event is a public name, such as 'reserva.cancelada'
  const plain = inside.map(({ path, text }) => ({
    path,
    text: text.replace(/'[a-z]+\.[a-z_]+'/g, ''),
  }))
  none(
    offendersIn(plain, spanish),
    'Translate where it enters and leaves, in services/api/src/wire:',
  )
})

const wireWords =
  'reserva|servicio|peluquero|negocio|categoria|festivo|horario|fecha|hora|dia|codigo|nombre|precio|duracion|estado|motivo|cliente|telefono|disponible|aviso|desde|hasta|resena'

const offendersIn = (files: Source[], pattern: RegExp) =>
  files.flatMap((source) => places(source, pattern).map((place) => `${source.path}: ${place}`))

/** What matches, comments left out. */
const places = ({ text }: Source, pattern: RegExp): string[] =>
  text.replace(/^\s*(\/?\*|\/\/).*$/gm, '').match(pattern) ?? []
