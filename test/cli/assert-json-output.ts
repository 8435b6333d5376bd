import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { quickToCompile } from '../support/quick-to-compile.ts'

/**
 * Validates the --json output of a command line against docs/cli-json.schema.json: one object, the
 * output of the command or an error. Does nothing without --json.
 */
export function assertJsonOutput(args: readonly string[], stdout: string): void {
  const words = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  if (!words.includes('--json') || words.some((word) => word === '--help' || word === '-h')) return
  if (stdout === '') throw new Error(`silla ${args.join(' ')} printed nothing`)
  const output = JSON.parse(stdout)
  const validate = validatorOf(Object.keys(output).join() === 'error' ? 'error' : commandOf(args))
  if (validate(output)) return
  const errors = schema().ajv.errorsText(validate.errors, { separator: '\n', dataVar: '' })
  throw new Error(
    `The output of silla ${args.join(' ')} does not match ` +
      `docs/cli-json.schema.json:\n${errors}\n${stdout}`,
  )
}

/** The name of the command in the schema: the longest matching prefix of the arguments. */
function commandOf(args: readonly string[]): string {
  const prefixes = args.map((_, index) => args.slice(0, index + 1).join('-'))
  const name = prefixes.findLast((prefix) => Object.hasOwn(schema().definitions, prefix))
  if (name === undefined) throw new Error(`silla ${args.join(' ')} is not a command`)
  return name
}

const validators = new Map<string, ValidateFunction>()

function validatorOf(name: string): ValidateFunction {
  const validate = validators.get(name) ?? schema().ajv.compile({ $ref: `silla#/$defs/${name}` })
  validators.set(name, validate)
  return validate
}

let loaded: { ajv: Ajv2020; definitions: Record<string, unknown> } | undefined

function schema() {
  loaded ??= loadSchema()
  return loaded
}

function loadSchema() {
  const { $defs } = JSON.parse(
    readFileSync(new URL('../../docs/cli-json.schema.json', import.meta.url), 'utf8'),
  )
  // only $defs, without the top-level anyOf, so that only the needed definitions are compiled
  const ajv = new Ajv2020({ meta: false, validateSchema: false, ...quickToCompile })
  addFormats.default(ajv)
  ajv.addSchema({ $defs }, 'silla')
  return { ajv, definitions: $defs }
}
