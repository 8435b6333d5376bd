import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { runSilla } from './run-silla.ts'

const folder = mkdtempSync(join(tmpdir(), 'silla-completion-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A command line up to the word that is completed, and what is offered for it. */
const scenes: [line: string, offered: RegExp][] = [
  ['', /\bbusinesses\b.*\bkeys\b/],
  ['ke', /^keys$/],
  ['keys ', /^create list revoke rotate$/],
  ['keys cr', /^create$/],
  ['keys create --k', /^--kind$/],
  ['keys create --business x --kind ', /^publishable secret$/],
  ['catalog list ', /\bservices\b/],
  ['businesses update x --no-pre', /^--no-prepayment$/],
  ['schedule closures ', /^add list remove$/],
  ['keys create --business x --kind = pub', /^publishable$/],
  ['businesses apply ./sal', /^$/],
  ['businesses export vecina --output ', /^$/],
  ['keys list -b ve', /^vecina$/],
  ['businesses show ', /^sur vecina$/],
  ['businesses create ', /^$/],
  ['help schedule closures r', /^remove$/],
]

/** The program, as far as the scripts ask it something. */
const program = `silla() { printf 'Slug    Name\\nsur     Sur\\nvecina  Vecina\\nPage 1 of 2 (3 entries).\\n'; }`

test('bash completes topics, commands, flags and the words that flags take, and leaves files to the shell', async () => {
  const { stdout, code } = await runSilla(['completion', 'bash'])
  assert.equal(code, 0)
  const script = join(folder, 'silla.bash')
  const requested = scenes.map(([line]) => {
    const words = ['silla', ...line.split(' ')].map((word) => `'${word}'`)
    return `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _silla; echo "\${COMPREPLY[*]}"`
  })
  writeFileSync(script, `${program}\n${stdout}\n${requested.join('\n')}\n`)
  await offersWhatIsExpected('bash', script)
})

test('zsh is offered the same', async (t) => {
  if (!(await isThere('zsh')))
    return t.diagnostic('there is no zsh here: what it is offered went untried')
  const { stdout } = await runSilla(['completion', 'zsh'])
  const script = join(folder, 'silla.zsh')
  // compadd and compdef belong to the line editor: what is handed to compadd is what would be
  // offered
  const editor = `compdef() {}\ncompadd() { for one in \${(P)2}; do [[ $one == \${typing#*=}* ]] && echo -n "$one "; done }\ncompset() {}\n_files() {}\n`
  const asked = scenes.map(([line]) => {
    // what bash splits at an equals sign is one word here
    const typed = ['silla', ...line.replace(' = ', '=').split(' ')].map((word) => `'${word}'`)
    return `typing=${typed.at(-1)}; words=(${typed.join(' ')}); CURRENT=${typed.length}; _silla; echo`
  })
  writeFileSync(script, `${program}\n${editor}${stdout}\n${asked.join('\n')}\n`)
  await offersWhatIsExpected('zsh', script)
})

async function offersWhatIsExpected(shell: string, script: string) {
  const { stdout, stderr } = await run(shell, [script])
  assert.equal(stderr, '')
  const offered = stdout.replace(/\n$/, '').split('\n')
  assert.equal(offered.length, scenes.length)
  for (const [place, [line, expected]] of scenes.entries()) {
    assert.match((offered[place] ?? '').trim(), expected, `${shell}: silla ${line}`)
  }
}

const run = promisify(execFile)
const isThere = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )
