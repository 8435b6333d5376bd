import { readFile } from 'node:fs/promises'
import { type Operation, operations, refusalOfCall } from '@silla/api'
import {
  effectivePermissions,
  type Identity,
  roles,
  type StaffIdentity,
  type SupportIdentity,
  supportPermissions,
} from '@silla/core'

export const securityPageFile = new URL('../../../docs/security.md', import.meta.url)

export const readSecurityPage = (): Promise<string> => readFile(securityPageFile, 'utf8')

const begin = '<!-- who may call which operation -->'
const end = '<!-- end of operations -->'

/** docs/security.md with the table of who may call which operation. */
export function withAccessTable(page: string): string {
  const [before = '', rest = ''] = page.split(begin)
  const [, after = ''] = rest.split(end)
  return `${before}${begin}\n\n${accessTable()}\n\n${end}${after}`
}

const accessTable = () =>
  [
    `| Operation | Publishable key | Customer's token | Secret key | ${roles.join(' | ')} | Support, to read | Support, to change |`,
    `|---|---|---|---|${'---|'.repeat(roles.length + 2)}`,
    ...operations.map(rowOf),
  ].join('\n')

function rowOf(operation: Operation): string {
  const { rest } = operation
  const cells = identities.map(
    (identity) => refusalOfCall(operation, { identity, realClock }) ?? 'yes',
  )
  const route = `${rest.method} ${rest.path.replace(/:(\w+)/g, '{$1}')}`
  return `| \`${route}\` | ${cells.join(' | ')} |`
}

const signedIn = {
  kind: 'customer',
  customerId: 1,
  sessionId: 1,
  authenticatedAt: new Date(0),
  byCode: false,
} as const
/** Staff who have used their passkey just now. */
const staff = roles.map(
  (role): StaffIdentity => ({
    kind: 'staff',
    staffId: 1,
    sessionId: 1,
    permissions: effectivePermissions(role),
    professionalId: 1,
    passkeyAt: new Date(0),
    device: 'personal',
    isOwner: role === 'owner',
  }),
)
const support = [false, true].map(
  (canWrite): SupportIdentity => ({
    ...{ kind: 'support', supportId: 1, permissions: supportPermissions, canWrite },
  }),
)
const realClock = { now: () => new Date(0) }
const identities: readonly Identity[] = [
  { kind: 'visitor' },
  signedIn,
  { kind: 'business' },
  ...staff,
  ...support,
]
