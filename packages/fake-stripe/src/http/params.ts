import { missingParameter, wrongParameter } from '../stripe-error.ts'

/** The parameters of a request, from its query or body: strings of a form, any values of JSON. */
export type Params = Record<string, unknown>

/** Parses Stripe's form encoding, nested and with lists: `a=1&b[c]=2&d[]=3&e[0]=4`. */
export function readForm(text: string): Params {
  const root = emptyParams()
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.replaceAll(']', '').split('[')
    let at = root
    for (const key of keys.slice(0, -1)) at = inner(at, key)
    const last = keys.at(-1) ?? ''
    at[last === '' ? String(Object.keys(at).length) : last] = value
  }
  return withLists(root) as Params
}

/** null when absent; an empty string counts as absent. */
export function textOf(params: Params, name: string): string | null {
  const value = params[name]
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string')
    throw wrongParameter(name, `Invalid string: ${JSON.stringify(value)}`)
  return value
}

export const requiredText = (params: Params, name: string): string => {
  const value = textOf(params, name)
  if (value === null) throw missingParameter(name)
  return value
}

export function integerOf(params: Params, name: string): number | null {
  const value = params[name]
  if (value === undefined || value === '') return null
  if (!/^-?\d{1,15}$/.test(String(value)))
    throw wrongParameter(name, `Invalid integer: ${String(value)}`, 'parameter_invalid_integer')
  return Number(value)
}

export function objectOf(params: Params, name: string): Params {
  const value = params[name]
  if (value === undefined || value === null || value === '') return emptyParams()
  if (typeof value !== 'object' || Array.isArray(value))
    throw wrongParameter(name, 'Invalid object')
  return value as Params
}

export function listOf(params: Params, name: string): string[] {
  const value = params[name]
  if (value === undefined || value === '') return []
  if (!Array.isArray(value)) throw wrongParameter(name, 'Invalid array')
  return value.map(String)
}

/** Without a prototype, because the caller chooses the names. */
const emptyParams = (): Params => Object.create(null)

function inner(at: Params, key: string): Params {
  const name = key === '' ? String(Object.keys(at).length) : key
  if (typeof at[name] !== 'object') at[name] = emptyParams()
  return at[name] as Params
}

function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [key, withLists(one)] as const)
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index))
  return isList
    ? entries.map(([, one]) => one)
    : Object.assign(emptyParams(), Object.fromEntries(entries))
}
