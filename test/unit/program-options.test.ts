import assert from 'node:assert/strict'
import { test } from 'node:test'
import { program, rowIds } from '../bench/options.ts'
import { helpOf, parseOptions } from '../support/program-options.ts'

test('an option has its default, one value, or several with commas or each by itself', async () => {
  const given = (...args: string[]) => parseOptions(program, args)
  assert.equal((await given())?.rounds, 3)
  assert.equal((await given('--rounds', '7'))?.rounds, 7)
  assert.equal((await given())?.only, undefined)
  assert.deepEqual((await given('--only', 'day,month'))?.only, ['day', 'month'])
  assert.deepEqual((await given('--only', 'day', '--only=month'))?.only, ['day', 'month'])
})

test('an unknown option or value, a number that is none and a folder that is missing are refused', async () => {
  const refused: Record<string, RegExp> = {
    '--second 3': /--second/,
    '--only year': /year/,
    '--rounds 0': /greater than or equal to 1/,
    '--rounds two': /two/,
    '--code /missing': /\/missing/,
    day: /day/,
  }
  for (const [args, message] of Object.entries(refused))
    await assert.rejects(parseOptions(program, args.split(' ')), message, args)
})

test('the help names each option, its values and its default', async () => {
  assert.equal(await parseOptions(program, ['--help']), null)
  const help = helpOf(program)
  assert.match(help, /^npm run bench -- \[options\]\n\nMeasures /)
  assert.match(help, /\n {2}--rounds N +how often every row is measured, in turn \(default 3\)\n/)
  for (const id of rowIds) assert.match(help, new RegExp(`\\b${id}\\b`))
  for (const line of help.split('\n')) assert.ok(line.length <= 100, line)
})
