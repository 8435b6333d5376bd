import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/**
 * Holds what a command line printed to docs/cli-json.schema.json, where --json was asked for: one
 * object, which is the answer of its command or says what went wrong.
 */
export function holdToPublished(args: readonly string[], stdout: string): void {
  const said = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (!said.includes('--json') || said.some((word) => word === '--help' || word === '-h')) return
  if (stdout === '') throw new Error(`silla ${args.join(' ')} answers nothing`)
  const answer = JSON.parse(stdout)
  const validate = validatorOf(Object.keys(answer).join() === 'error' ? 'error' : nameOf(args))
  if (validate(answer)) return
  const wrong = published().ajv.errorsText(validate.errors, { separator: '\n', dataVar: '' })
  throw new Error(
    `silla ${args.join(' ')} answers otherwise than docs/cli-json.schema.json says:\n${wrong}\n${stdout}`,
  )
}

/** The longest beginning that is a command. */
function nameOf(args: readonly string[]): string {
  const beginnings = args.map((_, place) => args.slice(0, place + 1).join('-'))
  const name = beginnings.findLast((beginning) => Object.hasOwn(published().answers, beginning))
  if (name === undefined) throw new Error(`silla ${args.join(' ')} is no command and yet answers`)
  return name
}

const validators = new Map<string, ValidateFunction>()

function validatorOf(name: string): ValidateFunction {
  const validate = validators.get(name) ?? published().ajv.compile({ $ref: `silla#/$defs/${name}` })
  validators.set(name, validate)
  return validate
}

let read: { ajv: Ajv2020; answers: Record<string, unknown> } | undefined

function published() {
  read ??= readPublished()
  return read
}

function readPublished() {
  const { $defs } = JSON.parse(
    readFileSync(new URL('../../docs/cli-json.schema.json', import.meta.url), 'utf8'),
  )
  // without what holds for all at once, so that only what is asked for is made ready
  const ajv = new Ajv2020({ meta: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addSchema({ $defs }, 'silla')
  return { ajv, answers: $defs }
}
