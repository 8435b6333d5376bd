import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { createBusiness } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { salonYaml } from './salon-yaml.ts'
import { openTerminal, type Terminal } from './tmux.ts'

// Tests in a real terminal. Without tmux they are skipped; .ci/run installs it.

const { admin, urls, witness } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'silla-terminal-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const place = { timezone: 'Europe/Madrid', currency: 'EUR', language: 'es', country: 'ES' } as const
await createBusiness(admin, { slug: 'barberia-sur', name: 'Barbería Sur', mode: 'test', ...place })

test('a deletion needs the typed slug; a wrong one, Ctrl-C and Ctrl-D change nothing, and Ctrl-Z can be resumed', async (t) => {
  const terminal = await atTerminal(t)
  if (terminal === null) return
  await terminal.type('silla businesses delete barberia-sur; echo "code $?"')
  await terminal.waitFor(/Type barberia-sur to continue/)
  await terminal.type('barberia-norte')
  await terminal.waitFor(/does not match barberia-sur\. Nothing was changed\.\ncode 1/)
  await terminal.type('clear; silla businesses delete barberia-sur; echo "code $?"')
  await terminal.waitFor(/Type barberia-sur to continue/)
  await terminal.press('C-c')
  await terminal.waitFor(/Nothing was changed\.\ncode 1/)
  await terminal.type('clear; silla businesses delete barberia-sur; echo "code $?"')
  await terminal.waitFor(/Type barberia-sur to continue/)
  await terminal.press('C-d')
  await terminal.waitFor(/Nothing was changed\.\ncode 1/)
  assert.equal(await countOf('barberia-sur'), 1)
  await terminal.type('clear; silla businesses delete barberia-sur')
  await terminal.waitFor(/Type barberia-sur to continue/)
  await terminal.press('C-z')
  await terminal.waitFor(/Stopped/)
  await terminal.type('clear; fg')
  await terminal.waitFor(/silla.*delete|conditions/)
  await terminal.type('barberia-sur')
  await terminal.waitFor(/Deleted barberia-sur\.\n\$/)
  assert.equal(await countOf('barberia-sur'), 0)
})

test('missing values of a new business are prompted for, and invalid answers are rejected at their prompt', async (t) => {
  const terminal = await atTerminal(t)
  if (terminal === null) return
  await createBusiness(admin, { slug: 'salon-nunez', name: 'Núñez', mode: 'test', ...place })
  await terminal.type('silla businesses create; echo "code $?"')
  await terminal.waitFor(/Name \(shown to customers\)/)
  await terminal.press('C-d')
  await terminal.waitFor(/Nothing was changed\.\ncode 1/)
  await terminal.type('clear; silla businesses create --mode test --currency GBP --language en')
  await terminal.waitFor(/Name \(shown to customers\)/)
  await terminal.type('Salón  Núñez')
  await terminal.waitFor(/Slug \(cannot be changed later\): \(salon-nunez\)/)
  await terminal.press('Enter')
  await terminal.waitFor(/There is already a business called salon-nunez/)
  await terminal.type('Nunez 2')
  await terminal.waitFor(
    /must be a slug of lower-case letters, digits and hyphens, found "Nunez 2"/,
  )
  await terminal.press('C-u')
  await terminal.type('nunez')
  await terminal.waitFor(/Country/)
  await terminal.type('zz')
  await terminal.waitFor(/unknown country code ZZ/)
  await terminal.press('C-u')
  await terminal.type('gb')
  await terminal.waitFor(/Time zone: \(Europe\/London\)/)
  await terminal.press('Enter')
  await terminal.waitFor(/Created nunez/)
  assert.equal(await countOf('nunez'), 1)
})

test('a long change shows its progress, and Ctrl-C rolls it back', async (t) => {
  const terminal = await atTerminal(t)
  if (terminal === null) return
  const services = Array.from(
    { length: 1900 },
    (_, place) => `  s${place}: { name: S${place}, category: pelo, duration: 15, price: 9 }`,
  )
  const file = join(folder, 'large.yaml')
  writeFileSync(
    file,
    salonYaml({ slug: 'large', services: services.join('\n'), offered: '[corte, s1]' }),
  )
  // a lock on the services stops the command halfway
  const held = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const holder = witness.begin(async (tx) => {
    await tx`lock table app.services in share row exclusive mode`
    holding.resolve()
    await held.promise
  })
  await holding.promise
  t.after(() => held.resolve())
  await terminal.type(`silla businesses apply ${file}; echo "code $?"`)
  await terminal.waitFor(/Apply 1\d+ changes to large\?/)
  await terminal.type('y')
  await terminal.waitFor(/█░* \d+\/\d+|░+ \d+\/\d+/)
  await terminal.press('C-c')
  await terminal.waitFor(/Interrupted\. The current transaction was rolled back\.\n+code 130/)
  writeFileSync(
    join(folder, 'bare.yaml'),
    salonYaml({ slug: 'bare' }).replace(/categories:.*/s, ''),
  )
  await terminal.type(
    `clear; silla businesses apply ${join(folder, 'bare.yaml')} ${file} nowhere.yaml; echo "code ` +
      '$?"',
  )
  await terminal.waitFor(/Apply 1\d+ changes to 2 salons \(1 file failed\)\?/)
  await terminal.type('y')
  await terminal.waitFor(/1\/2 large/)
  await terminal.terminate()
  await terminal.waitFor(
    /Interrupted\. The current transaction was rolled back\. 1 of 2 salons were applied\.\n+code 143/,
  )
  held.resolve()
  await holder
  assert.deepEqual([await countOf('large'), await countOf('bare')], [0, 1])
  const [left] = await witness<{ count: number }[]>`select count(*)::int as count from services`
  assert.equal(left?.count, 0)
  await terminal.type(`clear; silla businesses apply ${file} --dry-run; echo "code $?"`)
  await terminal.waitFor(/code 0/)
})

test('a terminal gets colours, but not with NO_COLOR; a dumb terminal gets plain text', async (t) => {
  const green = '\u001B[32m'
  const [coloured, plain] = [
    await atTerminal(t),
    await atTerminal(t, { NO_COLOR: '1', FORCE_COLOR: '1' }),
  ]
  if (coloured === null || plain === null) return
  for (const terminal of [coloured, plain]) {
    await terminal.type('silla db status; echo "code $?"')
    await terminal.waitFor(/up to date\.\ncode 0/)
  }
  assert.ok((await coloured.screen({ colours: true })).includes(`${green}applied`))
  assert.ok(!(await plain.screen({ colours: true })).includes('\u001B['))
  await plain.type('clear; TERM=dumb silla businesses delete salon-nunez')
  await plain.waitFor(/there is no terminal: pass --yes\./)
})

test('on a narrow terminal, all output fits and is complete', async (t) => {
  const terminal = await atTerminal(t, {}, { columns: 34, rows: 60 })
  if (terminal === null) return
  await createBusiness(admin, {
    slug: 'barberia-este',
    name: 'Barbería del Este de la Ciudad',
    mode: 'test',
    ...place,
  })
  await terminal.type('silla businesses list --search este; echo "code $?"')
  const screen = await terminal.waitFor(/code 0/)
  assert.match(screen, /^Slug +barberia-este$/m)
  assert.match(screen, /^Zone +Europe\/Madrid$/m)
  // text from outside is shown without its control characters
  const [mail] = await witness`
    insert into mails (business_id, kind, to_email, language, payload, cause, state, html_body, created_at)
    select business_id, 'code', 'eva@example.com', 'es', '{}', 'test', 'kept', ${'<p>Hola\u001B[2J\nEva</p>'}, now()
    from registry.businesses where slug = 'barberia-este' returning id`
  await terminal.type(
    `clear; silla mail show ${mail?.id} -b barberia-este --part html; echo "code $?"`,
  )
  await terminal.waitFor(/^<p>Hola\nEva<\/p>\ncode 0/m)
  await terminal.type('clear; silla keys --help')
  await terminal.waitFor(/^ {2}keys revoke {2}Revoke an API key\n {15}immediately$/m)
})

async function atTerminal(
  t: TestContext,
  env: Record<string, string> = {},
  size?: { columns: number; rows: number },
): Promise<Terminal | null> {
  const terminal = await openTerminal({ CLI_DATABASE_URL: urls.cli, ...env }, size)
  if (terminal === null) t.diagnostic('skipped: tmux is not installed')
  else t.after(() => terminal.close())
  return terminal
}

async function countOf(slug: string): Promise<number> {
  const [row] = await witness<{ count: number }[]>`
    select count(*)::int as count from registry.businesses where slug = ${slug}`
  return row?.count ?? 0
}
