import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { runSillaAlone } from './run-silla.ts'

const folder = mkdtempSync(join(tmpdir(), 'silla-completion-'))
after(() => rmSync(folder, { recursive: true, force: true }))

/** A command line up to the completed word, and the offered words. */
const cases: [line: string, offered: RegExp][] = [
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

/** A stub of the program, for the slugs. */
const list = 'Slug    Name\\nsur     Sur\\nvecina  Vecina\\nPage 1 of 2 (3 entries).\\n'
const program = `silla() { printf '${list}'; }`

test('bash completes topics, commands, flags and their values, and file names otherwise', async () => {
  const { stdout, code } = await runSillaAlone(['completion', 'bash'])
  assert.equal(code, 0)
  const script = join(folder, 'silla.bash')
  const calls = cases.map(([line]) => {
    const words = ['silla', ...line.split(' ')].map((word) => `'${word}'`)
    return (
      `COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; COMPREPLY=(); _silla; ` +
      `echo "\${COMPREPLY[*]}"`
    )
  })
  writeFileSync(script, `${program}\n${stdout}\n${calls.join('\n')}\n`)
  await assertOffered('bash', script)
})

test('zsh completes the same words', async (t) => {
  if (!(await isInstalled('zsh'))) return t.diagnostic('skipped: zsh is not installed')
  const { stdout } = await runSillaAlone(['completion', 'zsh'])
  const script = join(folder, 'silla.zsh')
  // stubs of the line editor's functions: what compadd gets is offered
  const editor =
    `compdef() {}\ncompadd() { for one in \${(P)2}; do [[ $one == \${typing#*=}* ]] && echo -n ` +
    '"$one "; done }\ncompset() {}\n_files() {}\n'
  const calls = cases.map(([line]) => {
    // unlike bash, zsh does not split words at an equals sign
    const typed = ['silla', ...line.replace(' = ', '=').split(' ')].map((word) => `'${word}'`)
    return `typing=${typed.at(-1)}; words=(${typed.join(' ')}); CURRENT=${typed.length}; _silla; echo`
  })
  writeFileSync(script, `${program}\n${editor}${stdout}\n${calls.join('\n')}\n`)
  await assertOffered('zsh', script)
})

async function assertOffered(shell: string, script: string) {
  const { stdout, stderr } = await run(shell, [script])
  assert.equal(stderr, '')
  const offered = stdout.replace(/\n$/, '').split('\n')
  assert.equal(offered.length, cases.length)
  for (const [index, [line, expected]] of cases.entries()) {
    assert.match((offered[index] ?? '').trim(), expected, `${shell}: silla ${line}`)
  }
}

const run = promisify(execFile)
const isInstalled = (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )
