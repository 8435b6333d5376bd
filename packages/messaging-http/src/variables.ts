import type { Static, TObject } from 'typebox'
import { Value } from 'typebox/value'

/**
 * The environment variables of a schema; null when none is set. An empty variable counts as absent.
 *
 * @throws Error that names the variable and what is expected, without its value
 */
export function readVariables<Schema extends TObject>(
  schema: Schema,
  env: Record<string, string | undefined>,
): Static<Schema> | null {
  const names = Object.keys(schema.properties)
  const given = Object.fromEntries(
    names.filter((name) => env[name]).map((name) => [name, env[name]]),
  )
  if (Object.keys(given).length === 0) return null
  if (Value.Check(schema, given)) return given
  const { instancePath = '', params = {} } = Value.Errors(schema, given)[0] ?? {}
  const name =
    (params as { requiredProperties?: string[] }).requiredProperties?.[0] ?? instancePath.slice(1)
  const { description } = (schema.properties[name] ?? {}) as { description?: string }
  throw new Error(`${name} is ${name in given ? 'invalid' : 'missing'}: ${description}.`)
}
