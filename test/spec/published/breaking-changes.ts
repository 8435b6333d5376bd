import type { OpenApi, Operation } from '../facts/open-api.ts'
import type { Schema } from '../facts/shape.ts'

/**
 * What a program that was written for the one document would miss in the other, told one by one.
 * Whatever is only added (a path, a field of an answer, an optional one of a body, a code) breaks
 * nobody.
 */
export function breakingChanges(before: OpenApi, after: OpenApi): string[] {
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, was]) => {
      const name = `${method.toUpperCase()} ${path}`
      const is = after.paths[path]?.[method]
      if (!is) return [`${name} is gone`]
      return [
        ...(was.operationId === is.operationId
          ? []
          : [`${name} was ${was.operationId} and is now ${is.operationId}`]),
        ...inProofs(was, is, name),
        ...inParameters(was, is, name),
        ...inBody(was, is, name),
        ...inAnswers(was, is, name),
      ]
    }),
  )

  /** Each way in must stay one: whoever shows as much as before must not be asked for more. */
  function inProofs(was: Operation, is: Operation, name: string): string[] {
    const isEnough = (shown: object) =>
      (is.security ?? []).some((requested) => Object.keys(requested).every((one) => one in shown))
    return (was.security ?? []).flatMap((shown) =>
      isEnough(shown)
        ? []
        : [`${name} is no longer content with ${Object.keys(shown).join(' and ')}`],
    )
  }

  function inParameters(was: Operation, is: Operation, name: string): string[] {
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

  function inBody(was: Operation, is: Operation, name: string): string[] {
    const [old, now] = [bodyOf(was), bodyOf(is)]
    if (!now) return old ? [`${name}: the body is gone`] : []
    const required =
      is.requestBody?.required && !was.requestBody?.required
        ? [`${name}: a body has become required`]
        : []
    return old ? [...required, ...requestDifferences(old, now, `${name}: body`)] : required
  }

  function inAnswers(was: Operation, is: Operation, name: string): string[] {
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

  /** Whoever asks must still be let through: nothing may be refused that was taken. */
  function requestDifferences(was: Schema, is: Schema, at: string): string[] {
    return both(was, is, at, (old, now) => [
      ...typesOf(old).flatMap((type) =>
        takes(now, type) ? [] : [`${at} is no longer taken as ${type}`],
      ),
      ...lost(now.enum && (old.enum ?? ['anything']), now.enum).map(
        (one) => `${at} no longer takes ${one}`,
      ),
      ...lost(now.required, old.required).map((field) => `${at}.${field} has become required`),
      ...inside(old, now, at, requestDifferences),
    ])
  }

  /** Whoever reads must find what was promised, and nothing of another kind. */
  function responseDifferences(was: Schema, is: Schema, at: string): string[] {
    return both(was, is, at, (old, now) => [
      ...typesOf(now).flatMap((type) => (takes(old, type) ? [] : [`${at} may now be ${type}`])),
      ...(typesOf(old).length > 0 && typesOf(now).length === 0
        ? [`${at} may now be anything`]
        : []),
      ...(mayGrow(at) && now.enum
        ? []
        : lost(old.enum && (now.enum ?? ['anything']), old.enum).map(
            (one) => `${at} may now be ${one}`,
          )),
      ...lost(now.enum && old.enum, now.enum).map((one) => `${at} is never ${one} any more`),
      ...lost(old.required, now.required).map(
        (field) => `${at}.${field} is no longer always there`,
      ),
      ...inside(old, now, at, responseDifferences),
    ])
  }

  function both(
    was: Schema,
    is: Schema,
    at: string,
    judge: (old: Schema, now: Schema) => string[],
  ): string[] {
    return judge(resolved(before, was, at), resolved(after, is, at))
  }
}

type Judge = (was: Schema, is: Schema, at: string) => string[]

function inside(old: Schema, now: Schema, at: string, judge: Judge): string[] {
  const fields = Object.entries(old.properties ?? {}).flatMap(([field, schema]) => {
    const inner = now.properties?.[field]
    return inner ? judge(schema, inner, `${at}.${field}`) : [`${at}.${field} is gone`]
  })
  return old.items ? [...fields, ...judge(old.items, now.items ?? {}, `${at}[]`)] : fields
}

function resolved(document: OpenApi, schema: Schema, at: string): Schema {
  if (!schema.$ref) return schema
  const found = document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
  if (!found) throw new Error(`${at} refers to ${schema.$ref}, which is not there`)
  return found
}

/** Clients leave codes alone that they do not know (D28), so there may be new ones. */
const mayGrow = (at: string) => at.endsWith('.error.code')

const keyOf = (one: { in: string; name: string }) => `${one.name} (${one.in})`
const bodyOf = (operation: Operation) => operation.requestBody?.content['application/json']?.schema
const typesOf = (schema: Schema) => [schema.type ?? []].flat()

/** No type at all takes everything, and every integer is a number. */
const takes = (schema: Schema, type: string) => {
  const types = typesOf(schema)
  return (
    types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))
  )
}

/** What is in the first list and not in the second. */
const lost = (first: unknown[] = [], second: unknown[] = []) =>
  first.filter((one) => !second.includes(one))
