import { mapDbErrors } from '../db-errors.ts'
import type { Query, Sql } from '../pool.ts'

/** Where the processor sends its events. The secret is sealed. */
export interface WebhookEndpointRow {
  endpointRef: string
  url: string
  livemode: boolean
  sealedSecret: Buffer
  createdAt: Date
  /** null: it is the one in force */
  retiresAt: Date | null
}

/**
 * What events may be signed with now, the newest first. As silla_api. Throws SERVICE_UNAVAILABLE
 * when the database is away.
 */
export const listWebhookSecrets = (sql: Sql, now: Date): Promise<WebhookSecretRow[]> =>
  mapDbErrors(
    async () =>
      await sql<WebhookSecretRow[]>`
        select secret.endpoint_ref, secret.livemode, secret.sealed_secret from registry.webhook_secrets(${now}) secret`,
  )

export type WebhookSecretRow = Pick<WebhookEndpointRow, 'endpointRef' | 'livemode' | 'sealedSecret'>

/** An event that is nobody's is noted once. As silla_api. Throws as above. */
export const insertOrphanEvent = (
  sql: Sql,
  event: { ref: string; type: string; account: string; livemode: boolean; now: Date },
): Promise<unknown> =>
  mapDbErrors(
    async () =>
      await sql`
        select registry.record_orphan_event(${event.ref}, ${event.type}, ${event.account}, ${event.livemode}, ${event.now})`,
  )

/** The newest first. As silla_admin. */
export const listWebhookEndpoints = (sql: Sql): Query<WebhookEndpointRow> => sql`
  select endpoint_ref, url, livemode, sealed_secret, created_at, retires_at
  from registry.webhook_endpoints order by created_at desc, endpoint_ref`

/** As silla_admin; again is no change. */
export const insertWebhookEndpoint = (
  sql: Sql,
  endpoint: { ref: string; url: string; livemode: boolean; sealedSecret: Buffer; at: Date },
): Query<object> => sql`
  insert into registry.webhook_endpoints (endpoint_ref, url, livemode, sealed_secret, created_at)
  values (${endpoint.ref}, ${endpoint.url}, ${endpoint.livemode}, ${endpoint.sealedSecret}, ${endpoint.at})
  on conflict (endpoint_ref) do nothing`

/** As silla_admin. One that retires already keeps its day. */
export const updateWebhookRetired = (
  sql: Sql,
  endpoint: { ref: string; at: Date },
): Query<object> => sql`
  update registry.webhook_endpoints set retires_at = ${endpoint.at}
  where endpoint_ref = ${endpoint.ref} and retires_at is null`

/** Those whose time is up. As silla_admin or silla_worker. */
export const listRetiredWebhookEndpoints = (
  sql: Sql,
  now: Date,
): Query<Pick<WebhookEndpointRow, 'endpointRef' | 'livemode'>> => sql`
  select retired.endpoint_ref, retired.livemode from registry.retired_webhooks(${now}) retired`

/** As silla_admin or silla_worker. */
export const deleteWebhookEndpoint = (sql: Sql, endpointRef: string): Query<object> => sql`
  select registry.delete_webhook(${endpointRef})`

/** Takes a noted event out again; nothing comes back when it was never noted. As silla_admin. */
export const deleteOrphanEvent = (sql: Sql, eventRef: string): Query<{ eventRef: string }> => sql`
  delete from registry.orphan_events where event_ref = ${eventRef} returning event_ref`
