import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'
import type { Tx } from '../tenant-db.ts'

/** An endpoint to which the processor sends its events. */
export interface WebhookEndpointRow {
  endpointRef: string
  /** Whether its events contain their object, or only name it. */
  payload: 'snapshot' | 'thin'
  url: string
  livemode: boolean
  /** Encrypted. */
  sealedSecret: Buffer
  createdAt: Date
  /** null: it is current */
  retiresAt: Date | null
}

type WebhookSecret = Pick<WebhookEndpointRow, 'endpointRef' | 'livemode' | 'sealedSecret'>

/**
 * The secrets with which events may be signed now, the newest first. As silla_api. Throws
 * SERVICE_UNAVAILABLE when the database is down.
 */
export const listWebhookSecrets = (sql: Sql, now: Date): Promise<WebhookSecret[]> =>
  mapDbErrors(
    async () =>
      await sql<WebhookSecret[]>`
        select secret.endpoint_ref, secret.livemode, secret.sealed_secret
        from registry.webhook_secrets(${now}) secret`,
  )

/** Stores an event of an unknown account, once. As silla_api. Throws as above. */
export const insertOrphanEvent = (
  sql: Sql,
  event: { ref: string; type: string; account: string; livemode: boolean; now: Date },
): Promise<unknown> =>
  mapDbErrors(
    async () =>
      await sql`
        select registry.record_orphan_event(
          ${event.ref}, ${event.type}, ${event.account}, ${event.livemode}, ${event.now})`,
  )

/** Stores that a signed delivery could not be read. As silla_api. Throws as above. */
export const insertUnreadableEvent = (
  sql: Sql,
  event: { ref: string; livemode: boolean; fault: string; now: Date },
): Promise<unknown> =>
  mapDbErrors(
    async () =>
      await sql`
        select registry.record_unreadable_event(
          ${event.ref}, ${event.livemode}, ${event.fault}, ${event.now})`,
  )

/** A signed delivery that could not be read. */
export interface UnreadableEventRow {
  eventRef: string
  livemode: boolean
  fault: string
  receivedAt: Date
}

/** Those that arrived since, the newest first. As silla_admin. */
export const listUnreadableEvents = (sql: Sql, since: Date): Query<UnreadableEventRow> => sql`
  select event_ref, livemode, fault, received_at from registry.unreadable_events
  where received_at >= ${since} order by received_at desc, event_ref`

/** Deletes old orphan and unreadable events. As silla_worker. */
export const deleteUnassignedEvents = (sql: Sql, before: Date): Query<object> => sql`
  select registry.delete_unassigned_events(${before})`

/** Removes the event again; returns no row when it was not stored. As silla_admin. */
export const deleteOrphanEvent = (sql: Sql, eventRef: string): Query<{ eventRef: string }> => sql`
  delete from registry.orphan_events where event_ref = ${eventRef} returning event_ref`

/** The newest first. As silla_admin. */
export const listWebhookEndpoints = (sql: Sql): Query<WebhookEndpointRow> => sql`
  select endpoint_ref, payload, url, livemode, sealed_secret, created_at, retires_at
  from registry.webhook_endpoints order by created_at desc, payload, endpoint_ref`

/** As silla_admin; an existing one does not change. */
export const insertWebhookEndpoint = (
  sql: Sql,
  endpoint: {
    ref: string
    payload: 'snapshot' | 'thin'
    url: string
    livemode: boolean
    sealedSecret: Buffer
    at: Date
  },
): Query<object> => sql`
  insert into registry.webhook_endpoints (
    endpoint_ref, payload, url, livemode, sealed_secret, created_at)
  values (
    ${endpoint.ref}, ${endpoint.payload}, ${endpoint.url}, ${endpoint.livemode},
    ${endpoint.sealedSecret}, ${endpoint.at})
  on conflict (endpoint_ref) do nothing`

/** The same secret, encrypted with another key, unless it was rotated meanwhile. As silla_admin. */
export const updateWebhookSecret = (
  sql: Sql,
  change: { endpointRef: string; from: Buffer; to: Buffer },
): Query<object> => sql`
  update registry.webhook_endpoints set sealed_secret = ${change.to}
  where endpoint_ref = ${change.endpointRef} and sealed_secret = ${change.from}`

/** As silla_admin. An endpoint that retires already keeps its time. */
export const updateWebhookRetired = (
  sql: Sql,
  endpoint: { ref: string; at: Date },
): Query<object> => sql`
  update registry.webhook_endpoints set retires_at = ${endpoint.at}
  where endpoint_ref = ${endpoint.ref} and retires_at is null`

/** The endpoints whose time is over. As silla_admin or silla_worker. */
export const listRetiredWebhookEndpoints = (
  sql: Sql,
  now: Date,
): Query<Pick<WebhookEndpointRow, 'endpointRef' | 'payload' | 'livemode'>> => sql`
  select retired.endpoint_ref, retired.payload, retired.livemode
  from registry.retired_webhooks(${now}) retired`

/** As silla_admin or silla_worker. */
export const deleteWebhookEndpoint = (sql: Sql, endpointRef: string): Query<object> => sql`
  select registry.delete_webhook(${endpointRef})`

/** Returns no row for a duplicate, which waits for the transaction of the first. */
export const insertProcessorEvent = (
  tx: Tx,
  event: { eventRef: string; type: string; occurredAt: Date; receivedAt: Date },
): Query<{ id: number }> => tx`
  insert into processor_events (business_id, event_ref, type, occurred_at, received_at)
  values (
    ${tx.businessId}, ${event.eventRef}, ${event.type}, ${event.occurredAt}, ${event.receivedAt})
  on conflict do nothing
  returning id`

/** Deletes events that are so old that the processor does not send them again. */
export const deleteProcessorEvents = (tx: Tx, before: Date): Query<object> => tx`
  delete from processor_events
  where business_id = ${tx.businessId} and received_at < ${before}`
