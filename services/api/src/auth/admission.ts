import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '@silla/errors'
import { type Principal, refusalOfStatus } from '@silla/tenants'
import type { FastifyInstance } from 'fastify'
import { type LoadMonitor, overloadOf } from '../limits/under-pressure.ts'

/** A request whose key is known. */
export interface Sender {
  principal: Principal
  headers: IncomingHttpHeaders
}

/** Returns why a request is refused; null: the rule admits it. */
export type AdmissionRule = (sender: Sender) => Refusal | null

/**
 * The rules that a request has to pass besides its key and its rate limits: the load of the process,
 * the status of the business and the origin (D2, D8, D8b). Routed requests (`addAdmission`) and those
 * that are handled before the router (ready-responses/fast-path.ts) are checked by this list.
 *
 * @param publicUrl the origin of the booking pages
 */
export const admissionRules = (
  load: LoadMonitor,
  publicUrl: string | null,
): readonly AdmissionRule[] => [
  () => overloadOf(load),
  ({ principal: { status } }) => refusalOfStatus(status),
  (sender) => (isOriginAllowed(sender, publicUrl) ? null : new Refusal('ORIGIN_NOT_ALLOWED')),
]

/** The refusal of the first rule that does not admit a request; null: all admit it. */
export function refusalOf(rules: readonly AdmissionRule[], sender: Sender): Refusal | null {
  for (const rule of rules) {
    const refusal = rule(sender)
    if (refusal !== null) return refusal
  }
  return null
}

/** Checks the rules once the languages are known, which the error message needs. */
export function addAdmission(app: FastifyInstance, rules: readonly AdmissionRule[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const refusal = refusalOf(rules, request)
    if (refusal !== null) throw refusal
    done()
  })
}

/** A request without an Origin header does not come from a page: the list protects browsers. */
function isOriginAllowed(
  { principal: { forPage, origins }, headers: { origin, host } }: Sender,
  publicUrl: string | null,
): boolean {
  if (origin === undefined) return true
  if (forPage) return origin === publicUrl || isSameHost(origin, host)
  return origins.length === 0 || origins.includes(origin)
}

/** The page was served by this API under another name than PUBLIC_URL, such as `localhost`. */
const isSameHost = (origin: string, host: string | undefined): boolean =>
  host !== undefined && URL.parse(origin)?.host === host
