import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { accessRule, type Operation, operations } from '@silla/api'
import { type Role, roles, sensitivePermissions, suspendBusiness } from '@silla/core'
import { testApi } from '../support/api.ts'
import { client } from '../support/client.ts'
import { testDatabase } from '../support/database.ts'
import { queryGraphql } from '../support/graphql.ts'
import { openSalon } from '../support/salon.ts'
import { enteredSupport } from '../support/support-access.ts'

// Every operation of the list, called by everybody: `access` decides before anything is read.

type Headers = Record<string, string>
type Caller = 'page' | 'publishable' | 'secret' | 'customer' | 'customer of a server'

/** Another customer each time: an operation may erase them. */
let openCallers: () => Promise<Record<Caller, Headers>>
let rejected: [caller: string, headers: Headers, code: string][]
let url: string
/** The headers of a session of each role: after a passkey, and without one. */
let staff: Record<Role, Headers>
let staffByCode: Record<Role, Headers>
/** The headers of support, to read and to change something. */
let support: Headers[]

/** The cells of the roles and of support in the table of docs/security.md, by method and path. */
const table = new Map(
  readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, operation, , , , ...cells] = line.split('|').map((cell) => cell.trim())
      const [, name] = /^`([A-Z]+ \/\S*)`$/.exec(operation ?? '') ?? []
      return name === undefined ? [] : [[name, cells.slice(0, 6)] as const]
    }),
)

before(async () => {
  const { admin, witness } = await testDatabase()
  const salon = await openSalon({ settings: { onlinePage: true } })
  const suspended = await openSalon()
  await suspendBusiness(admin, suspended.slug)
  url = (await testApi()).url
  const [page] = await witness<{ pageKey: string }[]>`
    select page_key from registry.api_keys
    where business_id = ${salon.businessId} and page_key is not null`
  const key = (value: string) => ({ 'x-api-key': value })
  let customers = 0
  const signIn = async () => {
    const email = `vera.${++customers}@example.com`
    const { token } = await salon.customer({ nombre: 'Vera', email })
    return { authorization: `Bearer ${token}` }
  }
  const sessionsBy = async (method: 'passkey' | 'code') => {
    const opened = roles.map(async (role) => {
      const { token } = await salon.staff(role, { method })
      return [role, { authorization: `Bearer ${token}` }] as const
    })
    return Object.fromEntries(await Promise.all(opened)) as unknown as Record<Role, Headers>
  }
  staff = await sessionsBy('passkey')
  staffByCode = await sessionsBy('code')
  support = []
  for (const canWrite of [false, true]) {
    const { token } = await enteredSupport(salon, { canWrite })
    support.push({ authorization: `Bearer ${token}` })
  }
  openCallers = async () => ({
    page: key(page?.pageKey ?? ''),
    publishable: key(salon.publishableKey),
    secret: key(salon.secretKey),
    customer: { ...key(salon.publishableKey), ...(await signIn()) },
    'customer of a server': { ...key(salon.secretKey), ...(await signIn()) },
  })
  rejected = [
    ['nobody', {}, 'API_KEY_REQUIRED'],
    ['a wrong key', key(`${salon.publishableKey.slice(0, -4)}0000`), 'INVALID_API_KEY'],
    ['a suspended salon', key(suspended.secretKey), 'BUSINESS_SUSPENDED'],
    ['a bad token', { ...key(salon.secretKey), authorization: 'Bearer x' }, 'INVALID_TOKEN'],
  ]
})

const everybody = ['page', 'publishable', 'secret', 'customer', 'customer of a server'] as const

/** Who may call, and what the others get. */
const rules: Partial<Record<Operation['access'], Rule>> = {
  anyone: { may: everybody, others: '' },
  anyoneOrCustomer: { may: everybody, others: '' },
  anyoneWithProof: { may: everybody, others: '' },
  signIn: { may: everybody, others: '', ignoresToken: true },
  signOut: { may: everybody, others: '' },
  customer: { may: ['customer', 'customer of a server'], others: 'AUTHENTICATION_REQUIRED' },
  customerOrBusiness: {
    may: ['secret', 'customer', 'customer of a server'],
    others: 'AUTHENTICATION_REQUIRED',
  },
  owner: { may: [], others: 'INSUFFICIENT_SCOPE' },
  /** Of people and sessions, which no key has (D65). */
  'staff.manage': { may: [], others: 'INSUFFICIENT_SCOPE' },
  ownerWithPasskey: { may: [], others: 'INSUFFICIENT_SCOPE' },
}

const needsPermission: Rule = { may: ['secret'], others: 'INSUFFICIENT_SCOPE' }

interface Rule {
  may: readonly Caller[]
  others: string
  ignoresToken?: true
}

/** Codes of callers who may not, whatever they send. */
const refusals: (string | undefined)[] = [
  'API_KEY_REQUIRED',
  'INVALID_API_KEY',
  'AUTHENTICATION_REQUIRED',
  'INSUFFICIENT_SCOPE',
  'PERMISSION_REQUIRED',
  'OWNER_REQUIRED',
  'SUPPORT_NOT_ALLOWED',
  'STEP_UP_REQUIRED',
]

for (const operation of operations) {
  test(`${operation.name}: exactly the callers of \`${operation.access}\` may call it`, async () => {
    const { may, others, ignoresToken } = rules[operation.access] ?? needsPermission
    for (const [caller, headers, code] of rejected) {
      const answered = await restCode(operation, headers)
      if (ignoresToken && code === 'INVALID_TOKEN') assert.notEqual(answered, code)
      else assert.equal(answered, code, caller)
    }
    for (const [caller, headers] of Object.entries(await openCallers())) {
      const codes = [
        await restCode(operation, headers),
        ...(operation.graphql ? [await graphqlCode(operation, headers)] : []),
      ]
      for (const code of codes) {
        if (!may.includes(caller as Caller)) assert.equal(code, others, caller)
        else assert.ok(!refusals.includes(code), `${caller} got ${code}`)
      }
    }
  })
}

const columns = ['owner', 'manager', 'receptionist', 'professional'] as const

for (const operation of operations) {
  test(`${operation.name}: each role may call it as docs/security.md says`, async () => {
    const { rest } = operation
    const path = rest.path.replace(/:(\w+)/g, '{$1}')
    const given = table.get(`${rest.method} ${path}`)
    assert.ok(given, 'run npm run api-errors')
    for (const [index, role] of columns.entries()) {
      const codes = [
        await restCode(operation, staff[role]),
        ...(operation.graphql ? [await graphqlCode(operation, staff[role])] : []),
      ]
      const cell: string | undefined = given[index]
      for (const code of codes)
        if (cell === 'yes') assert.ok(!refusals.includes(code), `${role} got ${code}`)
        else assert.equal(code, cell, role)
      // what is sensitive needs a passkey, whatever the role
      const isSensitive = 'STEP_UP_REQUIRED' in accessRule(operation.access).errors
      const byCode = await restCode(operation, staffByCode[role])
      if (cell === 'yes' && isSensitive) assert.equal(byCode, 'STEP_UP_REQUIRED', role)
      else if (cell === 'yes') assert.ok(!refusals.includes(byCode), `${role} got ${byCode}`)
      else assert.equal(byCode, cell, role)
    }
  })
}

for (const operation of operations) {
  test(`${operation.name}: support may call it as docs/security.md says`, async () => {
    const { rest } = operation
    const given = table.get(`${rest.method} ${rest.path.replace(/:(\w+)/g, '{$1}')}`)
    for (const [index, headers] of support.entries()) {
      const codes = [
        await restCode(operation, headers),
        ...(operation.graphql ? [await graphqlCode(operation, headers)] : []),
      ]
      const cell: string | undefined = given?.[columns.length + index]
      for (const code of codes)
        if (cell === 'yes') assert.ok(!refusals.includes(code), `support got ${code}`)
        else assert.equal(code, cell)
    }
  })
}

test('support reaches nothing of people, sessions, keys, money settings, refunds, health or customers themselves, and without the scope changes nothing', () => {
  for (const { rest, access, audit } of operations) {
    const path = rest.path.replace(/:(\w+)/g, '{$1}')
    const [read, write] = table.get(`${rest.method} ${path}`)?.slice(columns.length) ?? []
    if (rest.method !== 'GET') assert.notEqual(read, 'yes', path)
    const isForbidden =
      /^\/(auth|cliente|soporte|auditoria|personal|webhooks|eventos|calendarios)\//.test(path) ||
      /reembolsar|alergias|anular|ajustes\/cobros/.test(path) ||
      (sensitivePermissions as ReadonlySet<string>).has(access) ||
      (rest.method !== 'GET' && !audit)
    if (isForbidden) assert.ok(read !== 'yes' && write !== 'yes', path)
  }
})

test('an operation that needs no router writes its text, and uses one slot', () => {
  const fast = operations.filter(({ isFast }) => isFast !== undefined)
  assert.ok(fast.length > 0)
  for (const { name, rest, text, weight = 'single' } of fast) {
    assert.equal(rest.method, 'GET', name)
    assert.ok(text, name)
    assert.equal(typeof weight === 'function' ? weight({}) : weight, 'single', name)
  }
})

test('a cause of an error has no link, because the reference shows it in a button', () => {
  for (const { name, errors } of operations)
    for (const cause of Object.values(errors)) assert.doesNotMatch(cause, /\]\(/, name)
})

test('every operation has a name and a route of its own', () => {
  const names = operations.map(({ name }) => name)
  const routes = operations.map(({ rest }) => `${rest.method} ${rest.path}`)
  assert.deepEqual([...new Set(names)], names)
  assert.deepEqual([...new Set(routes)], routes)
})

/** The code of a request whose ids and body are invalid. */
async function restCode({ rest }: Operation, headers: Headers): Promise<string | undefined> {
  const path = rest.path.replace(/:\w+/g, 'nothing')
  const { error } = await client(url, headers).send(`${path}?lang=xx`, {
    method: rest.method,
    ...(rest.method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: '{' }),
  })
  return error?.code
}

/** The same for its field. */
async function graphqlCode(
  { graphql, rest, ids = {}, query: parameters, body }: Operation,
  headers: Headers,
): Promise<string | undefined> {
  const args = [
    ...Object.keys(ids).map((name) => `${name}: 0`),
    ...Object.entries(parameters?.path ?? {}).map(
      ([name, schema]) => `${name}: ${JSON.stringify(sampleOf(schema))}`,
    ),
    ...(graphql?.input === undefined ? [] : ['entrada: $entrada']),
  ]
  const type = graphql?.input === undefined ? '' : `($entrada: ${graphql.input}!)`
  const field = `${graphql?.field}${args.length > 0 ? `(${args.join(', ')})` : ''}`
  const query = `${rest.method === 'GET' ? 'query' : 'mutation'} ${type} { ${field} { __typename } }`
  const variables = { entrada: body && sampleOf(body.schema) }
  return (await queryGraphql(client(url, headers), query, variables)).codes[0]
}

/** A small value of the right types, with a code as proof and one field at least. */
function sampleOf({ type: types, properties = {}, required = [] }: Schema): unknown {
  const [type] = [types].flat()
  if (type === 'object') {
    const names = Object.keys(properties).filter(
      (name) => required.includes(name) || name === 'codigo',
    )
    const chosen = names.length > 0 ? names : Object.keys(properties).slice(0, 1)
    return Object.fromEntries(chosen.map((name) => [name, sampleOf(properties[name] ?? {})]))
  }
  if (type === 'array') return []
  if (type === 'boolean') return true
  return type === 'string' ? 'x' : 1
}

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: readonly string[]
}
