import Ajv from '@fastify/ajv-compiler'
import FastJsonStringify from '@fastify/fast-json-stringify-compiler'

// How Fastify validates bodies and writes responses. A schema is compiled when it is first used, because
// compiling all of them takes longer than everything else that builds the API, and once per process:
// hundreds of responses have the same schema, and a test process builds many APIs.

/**
 * Only bodies are validated against their schemas. Path and query parameters arrive as text and are
 * validated by the wire, because each has its own error (an invalid id is a 404, an invalid date
 * INVALID_DATE); their schemas are documentation.
 */
export const buildValidator: typeof buildAjv = (schemas, options) => {
  const names = namesOf(schemas)
  // The argument is typed as a schema but holds the part of the route too.
  return (part) => {
    const { httpPart, schema } = part as unknown as Part
    if (httpPart !== 'body') return acceptAnything
    let compiled: Validator | undefined
    const validate = ((body: unknown) => {
      compiled ??= compiledOnce(validators, names, schema, () => buildAjv(schemas, options)(part))
      const isValid = compiled(body)
      validate.errors = compiled.errors
      return isValid
    }) as Validator
    return validate
  }
}

export const buildSerializer: typeof buildStringify = (schemas, options) => {
  const names = namesOf(schemas)
  return (part) => {
    const { schema } = part as unknown as Part
    let serialize: Serializer | undefined
    return (value) => {
      serialize ??= compiledOnce(serializers, names, schema, () =>
        buildStringify(schemas, options)(part),
      )
      return serialize(value)
    }
  }
}

interface Part {
  httpPart?: string
  schema: object
}

type Validator = ReturnType<ReturnType<typeof buildAjv>>
type Serializer = ReturnType<ReturnType<typeof buildStringify>>

const buildAjv = Ajv.default()
const buildStringify = FastJsonStringify.default()
const acceptAnything = (() => true) as unknown as Validator

/** By the names of the schemas that can be referred to, and the text of the schema. */
const validators = new Map<string, Validator>()
const serializers = new Map<string, Serializer>()

function compiledOnce<T>(
  compiled: Map<string, T>,
  names: string,
  schema: object,
  compile: () => T,
): T {
  const key = `${names} ${JSON.stringify(schema)}`
  const found = compiled.get(key)
  if (found) return found
  const made = compile()
  compiled.set(key, made)
  return made
}

/** The wire has one schema for a name. */
const namesOf = (schemas: unknown): string => Object.keys(schemas ?? {}).join()
