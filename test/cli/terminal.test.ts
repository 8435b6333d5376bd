import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { createBusiness } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { salonYaml } from './salon-yaml.ts'
import { openTerminal, type Terminal } from './tmux.ts'

// As somebody at a keyboard sees it. Where there is no tmux each test says so; .ci/run does not go
// without.

const { admin, urls, witness } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'silla-terminal-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const place = { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es', country: 'ES' } as const
await createBusiness(admin, { slug: 'barberia-sur', name: 'Barbería Sur', mode: 'test', ...place })

test('a name has to be typed, a wrong one, Ctrl-C and Ctrl-D change nothing, the right one does it, also after Ctrl-Z', async (t) => {
  const terminal = await atTerminal(t)
  if (terminal === null) return
  await terminal.types('silla businesses delete barberia-sur; echo "code $?"')
  await terminal.shows(/Type barberia-sur to continue/)
  await terminal.types('barberia-norte')
  await terminal.shows(/does not match barberia-sur\. Nothing was changed\.\ncode 1/)
  await terminal.types('clear; silla businesses delete barberia-sur; echo "code $?"')
  await terminal.shows(/Type barberia-sur to continue/)
  await terminal.presses('C-c')
  await terminal.shows(/Nothing was changed\.\ncode 1/)
  await terminal.types('clear; silla businesses delete barberia-sur; echo "code $?"')
  await terminal.shows(/Type barberia-sur to continue/)
  await terminal.presses('C-d')
  await terminal.shows(/Nothing was changed\.\ncode 1/)
  assert.equal(await countOf('barberia-sur'), 1)
  await terminal.types('clear; silla businesses delete barberia-sur')
  await terminal.shows(/Type barberia-sur to continue/)
  await terminal.presses('C-z')
  await terminal.shows(/Stopped/)
  await terminal.types('clear; fg')
  await terminal.shows(/silla.*delete|conditions/)
  await terminal.types('barberia-sur')
  await terminal.shows(/Deleted barberia-sur\.\n\$/)
  assert.equal(await countOf('barberia-sur'), 0)
})

test('what is missing of a new business is asked for, and an answer that will not do is told at its question', async (t) => {
  const terminal = await atTerminal(t)
  if (terminal === null) return
  await createBusiness(admin, { slug: 'salon-nunez', name: 'Núñez', mode: 'test', ...place })
  await terminal.types('silla businesses create; echo "code $?"')
  await terminal.shows(/Name \(shown to customers\)/)
  await terminal.presses('C-d')
  await terminal.shows(/Nothing was changed\.\ncode 1/)
  await terminal.types('clear; silla businesses create --mode test --currency GBP --language en')
  await terminal.shows(/Name \(shown to customers\)/)
  await terminal.types('Salón  Núñez')
  await terminal.shows(/Slug \(cannot be changed later\): \(salon-nunez\)/)
  await terminal.presses('Enter')
  await terminal.shows(/There is already a business called salon-nunez/)
  await terminal.types('Nunez 2')
  await terminal.shows(/must be a slug of lower-case letters, digits and hyphens, found "Nunez 2"/)
  await terminal.presses('C-u')
  await terminal.types('nunez')
  await terminal.shows(/Country/)
  await terminal.types('zz')
  await terminal.shows(/unknown country code ZZ/)
  await terminal.presses('C-u')
  await terminal.types('gb')
  await terminal.shows(/Time zone: \(Europe\/London\)/)
  await terminal.presses('Enter')
  await terminal.shows(/Created nunez/)
  assert.equal(await countOf('nunez'), 1)
})

test('a long change shows how far it is, and Ctrl-C in its middle leaves nothing of it', async (t) => {
  const terminal = await atTerminal(t)
  if (terminal === null) return
  const services = Array.from(
    { length: 2000 },
    (_, place) => `  s${place}: { name: S${place}, category: pelo, duration: 15, price: 9 }`,
  )
  const file = join(folder, 'large.yaml')
  writeFileSync(
    file,
    salonYaml({ slug: 'large', services: services.join('\n'), offered: '[corte, s1]' }),
  )
  // whoever holds the services keeps the command in its middle
  const held = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const holder = witness.begin(async (tx) => {
    await tx`lock table app.services in share row exclusive mode`
    holding.resolve()
    await held.promise
  })
  await holding.promise
  t.after(() => held.resolve())
  await terminal.types(`silla businesses apply ${file}; echo "code $?"`)
  await terminal.shows(/Apply 2\d+ changes to large\?/)
  await terminal.types('y')
  await terminal.shows(/█░* \d+\/\d+|░+ \d+\/\d+/)
  await terminal.presses('C-c')
  await terminal.shows(/Interrupted\. The current transaction was rolled back\.\n+code 130/)
  writeFileSync(
    join(folder, 'bare.yaml'),
    salonYaml({ slug: 'bare' }).replace(/categories:.*/s, ''),
  )
  await terminal.types(
    `clear; silla businesses apply ${join(folder, 'bare.yaml')} ${file} nowhere.yaml; echo "code $?"`,
  )
  await terminal.shows(/Apply 2\d+ changes to 2 salons \(1 file failed\)\?/)
  await terminal.types('y')
  await terminal.shows(/1\/2 large/)
  await terminal.ends()
  await terminal.shows(
    /Interrupted\. The current transaction was rolled back\. 1 of 2 salons were applied\.\n+code 143/,
  )
  held.resolve()
  await holder
  assert.deepEqual([await countOf('large'), await countOf('bare')], [0, 1])
  const [left] = await witness<{ count: number }[]>`select count(*)::int as count from services`
  assert.equal(left?.count, 0)
  await terminal.types(`clear; silla businesses apply ${file} --dry-run; echo "code $?"`)
  await terminal.shows(/code 0/)
})

test('there is colour on a terminal, and none with NO_COLOR whatever else is said; a dumb one is told nothing but text', async (t) => {
  const green = '\u001B[32m'
  const [colourful, plain] = [
    await atTerminal(t),
    await atTerminal(t, { NO_COLOR: '1', FORCE_COLOR: '1' }),
  ]
  if (colourful === null || plain === null) return
  for (const terminal of [colourful, plain]) {
    await terminal.types('silla db status; echo "code $?"')
    await terminal.shows(/up to date\.\ncode 0/)
  }
  assert.ok((await colourful.screen({ colours: true })).includes(`${green}applied`))
  assert.ok(!(await plain.screen({ colours: true })).includes('\u001B['))
  await plain.types('clear; TERM=dumb silla businesses delete salon-nunez')
  await plain.shows(/there is no terminal: pass --yes\./)
})

test('on a narrow terminal nothing is wider than it, and nothing is lost', async (t) => {
  const terminal = await atTerminal(t, {}, { columns: 34, rows: 60 })
  if (terminal === null) return
  await createBusiness(admin, {
    slug: 'barberia-este',
    name: 'Barbería del Este de la Ciudad',
    mode: 'test',
    ...place,
  })
  await terminal.types('silla businesses list --search este; echo "code $?"')
  const screen = await terminal.shows(/code 0/)
  assert.match(screen, /^Slug +barberia-este$/m)
  assert.match(screen, /^Zone +Europe\/Madrid$/m)
  // what others wrote is shown and not obeyed
  const [mail] = await witness`
    insert into mails (business_id, kind, to_email, language, payload, cause, state, html_body, created_at)
    select business_id, 'code', 'eva@example.com', 'es', '{}', 'test', 'kept', ${'<p>Hola\u001B[2J\nEva</p>'}, now()
    from registry.businesses where slug = 'barberia-este' returning id`
  await terminal.types(
    `clear; silla mail show ${mail?.id} -b barberia-este --part html; echo "code $?"`,
  )
  await terminal.shows(/^<p>Hola\nEva<\/p>\ncode 0/m)
  await terminal.types('clear; silla keys --help')
  await terminal.shows(/^ {2}keys revoke {2}Revoke an API key\n {15}immediately$/m)
})

async function atTerminal(
  t: TestContext,
  env: Record<string, string> = {},
  size?: { columns: number; rows: number },
): Promise<Terminal | null> {
  const terminal = await openTerminal({ CLI_DATABASE_URL: urls.cli, ...env }, size)
  if (terminal === null) t.diagnostic('there is no tmux here: what a terminal shows went untried')
  else t.after(() => terminal.close())
  return terminal
}

async function countOf(slug: string): Promise<number> {
  const [row] = await witness<{ count: number }[]>`
    select count(*)::int as count from registry.businesses where slug = ${slug}`
  return row?.count ?? 0
}
