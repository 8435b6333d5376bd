import type { OpenApi, Operation } from '../contract/openapi-document.ts'
import type { Schema } from '../contract/shape.ts'

/**
 * The changes of a document that break its clients, one sentence each. Additions are not breaking: a
 * path, a field of a response, an optional field of a body, an error code.
 */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  return [
    ...Object.entries(before.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, was]) => {
        const name = `${method.toUpperCase()} ${path}`
        const is = after.paths[path]?.[method]
        if (!is) return [`${name} is gone`]
        return [
          ...(was.operationId === is.operationId
            ? []
            : [`${name} was ${was.operationId} and is now ${is.operationId}`]),
          ...proofChanges(was, is, name),
          ...parameterChanges(was, is, name),
          ...bodyChanges(was, is, name),
          ...responseChanges(was, is, name),
        ]
      }),
    ),
    ...Object.entries(before.webhooks).flatMap(([type, { post: was }]) => {
      const is = after.webhooks[type]?.post
      return is ? eventChanges(was, is, type) : [`${type} is gone`]
    }),
  ]

  /** What a receiver reads must stay there, as in a response (docs/events.md). */
  function eventChanges(was: Operation, is: Operation, type: string): string[] {
    const [old, now] = [bodyOf(was) ?? {}, bodyOf(is) ?? {}]
    const [oldData = {}, newData = {}] = [old, now].map(
      ({ properties }) => properties?.datos?.anyOf?.[0],
    )
    return [
      ...responseDifferences(old, now, type),
      ...responseDifferences(oldData, newData, `${type}: datos`),
    ]
  }

  /** Every proof of access that sufficed before must still suffice. */
  function proofChanges(was: Operation, is: Operation, name: string): string[] {
    const isEnough = (shown: object) =>
      (is.security ?? []).some((requested) => Object.keys(requested).every((one) => one in shown))
    return (was.security ?? []).flatMap((shown) =>
      isEnough(shown) ? [] : [`${name} no longer accepts ${Object.keys(shown).join(' and ')}`],
    )
  }

  function parameterChanges(was: Operation, is: Operation, name: string): string[] {
    const find = (operation: Operation, key: string) =>
      operation.parameters?.find((one) => keyOf(one) === key)
    const added = (is.parameters ?? []).filter(
      (one) => one.required && !find(was, keyOf(one))?.required,
    )
    return [
      ...added.map((one) => `${name}: ${keyOf(one)} has become required`),
      ...(was.parameters ?? []).flatMap((one) => {
        const now = find(is, keyOf(one))
        if (!now) return [`${name}: ${keyOf(one)} is gone`]
        return requestDifferences(one.schema ?? {}, now.schema ?? {}, `${name}: ${keyOf(one)}`)
      }),
    ]
  }

  function bodyChanges(was: Operation, is: Operation, name: string): string[] {
    const [old, now] = [bodyOf(was), bodyOf(is)]
    if (!now) return old ? [`${name}: the body is gone`] : []
    const required =
      is.requestBody?.required && !was.requestBody?.required
        ? [`${name}: a body has become required`]
        : []
    return old ? [...required, ...requestDifferences(old, now, `${name}: body`)] : required
  }

  function responseChanges(was: Operation, is: Operation, name: string): string[] {
    return Object.entries(was.responses).flatMap(([status, answer]) => {
      const now = is.responses[status]
      if (!now) return [`${name}: ${status} is gone`]
      const schema = answer.content?.['application/json']?.schema
      if (!schema) return []
      return responseDifferences(
        schema,
        now.content?.['application/json']?.schema ?? {},
        `${name}: ${status}`,
      )
    })
  }

  /** Requests that were valid must stay valid. */
  function requestDifferences(was: Schema, is: Schema, at: string): string[] {
    return compareResolved(was, is, at, (old, now) => [
      ...typesOf(old).flatMap((type) =>
        accepts(now, type) ? [] : [`${at} no longer accepts ${type}`],
      ),
      ...missingFrom(now.enum && (old.enum ?? ['anything']), now.enum).map(
        (one) => `${at} no longer accepts ${one}`,
      ),
      ...missingFrom(now.required, old.required).map(
        (field) => `${at}.${field} has become required`,
      ),
      ...nestedDifferences(old, now, at, requestDifferences),
    ])
  }

  /** Documented fields must stay present, with values of the documented types. */
  function responseDifferences(was: Schema, is: Schema, at: string): string[] {
    return compareResolved(was, is, at, (old, now) => [
      ...typesOf(now).flatMap((type) => (accepts(old, type) ? [] : [`${at} may now be ${type}`])),
      ...(typesOf(old).length > 0 && typesOf(now).length === 0
        ? [`${at} may now be anything`]
        : []),
      ...(mayGrow(at) && now.enum
        ? []
        : missingFrom(old.enum && (now.enum ?? ['anything']), old.enum).map(
            (one) => `${at} may now be ${one}`,
          )),
      ...missingFrom(now.enum && old.enum, now.enum).map((one) => `${at} is never ${one} again`),
      ...missingFrom(old.required, now.required).map(
        (field) => `${at}.${field} is no longer required`,
      ),
      ...nestedDifferences(old, now, at, responseDifferences),
    ])
  }

  function compareResolved(
    was: Schema,
    is: Schema,
    at: string,
    compare: (old: Schema, now: Schema) => string[],
  ): string[] {
    return compare(resolved(before, was, at), resolved(after, is, at))
  }
}

type Compare = (was: Schema, is: Schema, at: string) => string[]

function nestedDifferences(old: Schema, now: Schema, at: string, compare: Compare): string[] {
  const fields = Object.entries(old.properties ?? {}).flatMap(([field, schema]) => {
    const inner = now.properties?.[field]
    return inner ? compare(schema, inner, `${at}.${field}`) : [`${at}.${field} is gone`]
  })
  return old.items ? [...fields, ...compare(old.items, now.items ?? {}, `${at}[]`)] : fields
}

function resolved(document: OpenApi, schema: Schema, at: string): Schema {
  if (!schema.$ref) return schema
  const found = document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
  if (!found) throw new Error(`${at} refers to ${schema.$ref}, which does not exist`)
  return found
}

/** Clients ignore error codes that they do not know (D28), so codes may be added. */
const mayGrow = (at: string) => at.endsWith('.error.code')

const keyOf = (one: { in: string; name: string }) => `${one.name} (${one.in})`
const bodyOf = (operation: Operation) => operation.requestBody?.content['application/json']?.schema
const typesOf = (schema: Schema) => [schema.type ?? []].flat()

/** A schema without a type accepts everything, and a number accepts integers. */
const accepts = (schema: Schema, type: string) => {
  const types = typesOf(schema)
  return (
    types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))
  )
}

/** The items of the first list that are not in the second. */
const missingFrom = (first: unknown[] = [], second: unknown[] = []) =>
  first.filter((one) => !second.includes(one))
