import { setTimeout as pause } from 'node:timers/promises'
import { type ApiSettings, buildApi } from '@silla/api'
import {
  listMails,
  matchWaitlist,
  type OpenedStaffSession,
  openStaffSecrets,
  openTenants,
  operatorContext,
  type Role,
  readMail,
  requestSupport,
  signInDemoStaff,
  systemClock,
} from '@silla/core'
import { type DatabaseUrls, openDatabase, openListener, type Sql } from '@silla/db'
import { openProcessors } from '@silla/payments-stripe'
import type { DemoBusiness } from '../demo-file.ts'

/** Sends requests as callers of a demo salon, at the time that it is or was. */
export interface ExampleApi {
  baseUrl: string
  send: Send
  /**
   * Sends requests in the past: a visit that has begun was booked before. In the future with a negative
   * number.
   */
  before(milliseconds: number): Send
  /** The code of the last email to an address. */
  codeFor(business: DemoBusiness, email: string): Promise<string>
  /** Signs in the person of a role (signInDemoStaff). */
  signInStaff(business: DemoBusiness, role: Role): Promise<OpenedStaffSession>
  /** Requests access to a salon, as platform staff do; returns its id. */
  requestSupport(business: DemoBusiness, reason: string): Promise<number>
  /** Offers free times to those who wait, as the worker does when time gets free. */
  offerFreeTimes(business: DemoBusiness): Promise<void>
  /** Pays as a customer does with a card; null: a real processor takes the payments. */
  pay: ((intent: string) => void) | null
  /** Saves a card as a customer does; null: as `pay`. */
  saveCard: ((setup: string) => void) | null
}

/** @throws Error unless the response is a success */
export type Send = <Data>(caller: Caller, request: ExampleCall) => Promise<Data>

export interface Caller {
  /** null: a member of staff */
  key: string | null
  /** Of a customer, or of a session of staff. */
  accessToken?: string
}

export interface ExampleCall {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `/negocio/` */
  path: string
  body?: object
  headers?: Record<string, string>
}

export interface ExampleApiParts {
  urls: DatabaseUrls
  settings: ApiSettings
  admin: Sql
  pay: ((intent: string) => void) | null
  saveCard: ((setup: string) => void) | null
  staffPepper: string
}

/**
 * An API of its own, which does not listen: it counts no requests of the developer, and its clock can
 * be set back.
 */
export async function openExampleApi(
  { urls, settings, admin, pay, saveCard, staffPepper }: ExampleApiParts,
  running: AsyncDisposableStack,
): Promise<ExampleApi> {
  let millisecondsAgo = 0
  const clock = { now: () => new Date(systemClock.now().getTime() - millisecondsAgo) }
  const database = openDatabase({ url: urls.api, name: 'silla-examples' })
  running.defer(() => database.close())
  const workerDatabase = openDatabase({ url: urls.worker, name: 'silla-examples' })
  running.defer(() => workerDatabase.close())
  const listener = await openListener(urls.listen)
  running.defer(() => listener.close())
  const app = await buildApi({
    database,
    listener,
    clock,
    settings: { ...settings, limits: null, metrics: null, docs: false, logLevel: 'silent' },
    processors: openProcessors(settings.processor),
  })
  await app.ready()
  running.defer(() => app.close())
  // it writes people
  const staffDatabase = openDatabase({ url: urls.cli, name: 'silla-examples' })
  running.defer(() => staffDatabase.close())
  const tenants = openTenants({ database: workerDatabase, notices: listener, clock: systemClock })

  const send: Send = async ({ key, accessToken }, { method = 'GET', path, body, headers }) => {
    const { statusCode, payload } = await app.inject({
      method,
      url: `/api/v1${path}`,
      remoteAddress: clientAddress,
      headers: {
        ...(key !== null && { 'x-api-key': key }),
        ...(accessToken !== undefined && { authorization: `Bearer ${accessToken}` }),
        ...headers,
      },
      ...(body && { payload: body }),
    })
    const { data, error } = JSON.parse(payload)
    if (error) throw new Error(`${method} ${path} returned ${statusCode} ${error.code}`)
    return data
  }

  return {
    baseUrl: settings.publicUrl ?? '',
    send,
    before: (milliseconds) => async (caller, call) => {
      millisecondsAgo = milliseconds
      try {
        return await send(caller, call)
      } finally {
        millisecondsAgo = 0
      }
    },
    async codeFor({ slug }, email) {
      for (let tries = 0; tries < codeTries; tries++) {
        const { mails } = await listMails(admin, slug, { to: email, offset: 0, limit: 1 })
        const [latest] = mails
        // its text is written when the worker sends it
        const text = latest && (await readMail(admin, slug, latest.id))?.text
        const [code] = /\b\d{6}\b/.exec(text ?? '') ?? []
        if (code !== undefined) return code
        await pause(codeDelayMilliseconds)
      }
      throw new Error(`no code was sent to ${email}`)
    },
    signInStaff: ({ id, slug }, role) => {
      const parts = { database: staffDatabase, notices: listener, clock: systemClock }
      const tenant = openTenants(parts).tenant(id, slug)
      const secrets = openStaffSecrets([staffPepper])
      return signInDemoStaff({ tenant, clock: systemClock, realClock: systemClock }, secrets, role)
    },
    async requestSupport({ slug }, reason) {
      const parts = { admin, database: staffDatabase, clock: systemClock }
      const context = await operatorContext(parts, slug, { action: 'support.open', detail: {} })
      const request = { reason, canWrite: false, isEmergency: false }
      return (await requestSupport(context, request)).access.id
    },
    offerFreeTimes: ({ id, slug }) =>
      matchWaitlist({
        tenant: tenants.tenant(id, slug),
        clock: systemClock,
        realClock: systemClock,
      }),
    pay,
    saveCard,
  }
}

const codeTries = 200
const codeDelayMilliseconds = 25

/** Of a network for documentation, so that what is made here does not count as the developer's. */
const clientAddress = '192.0.2.1'
