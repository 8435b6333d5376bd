import type { ServerResponse } from 'node:http'
import {
  createSemaphore,
  maxOutageMilliseconds,
  type SemaphoreLimits,
  withDeadline,
} from '@silla/db'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { RecentBusinesses } from '../scheduling/recent-businesses.ts'
import type { Turns } from '../scheduling/turns.ts'

/** How many slots requests of a kind use; the unit is about the work of one day of availability. */
export const requestWeights = { none: 0, single: 1, list: 4, heavy: 8 } as const

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How many slots the route's requests use while they are handled, default 1. 0 for responses
     * from the catalogue, and where the handler waits for another server: the card processor, name servers.
     */
    weight?: number | ((request: FastifyRequest) => number)
  }
  interface FastifyReply {
    /** Runs a part of the handler in slots; for routes with the weight 0. */
    inSlots<T>(weight: number, work: () => Promise<T>): Promise<T>
  }
}

export interface RequestSlotParts {
  turns: Turns
  recent: RecentBusinesses
  metrics?: Metrics | undefined
  /** Limits that differ from the default. */
  limits?: Partial<RequestSlotLimits> | undefined
}

export interface RequestSlotLimits extends SemaphoreLimits {
  /** How many slots a business may use while others send requests. */
  slotsAmongOthers: number
  /** For how long after their last request others count. */
  othersMilliseconds: number
  /** How long a request that waits may take until the database has responded (D2). */
  deadlineMilliseconds: number
}

const defaultLimits: RequestSlotLimits = {
  slots: 64,
  slotsPerBusiness: 16,
  slotsAmongOthers: 4,
  othersMilliseconds: 1000,
  maxWaiting: 2000,
  maxWaitingPerBusiness: 250,
  // in a process that has just started, the first requests connect to the database before these start
  maxWaitMilliseconds: 2000,
  deadlineMilliseconds: maxOutageMilliseconds,
}

export interface SlotRequest {
  businessId: string
  /** Whose client may leave; null: the work is done for several requests. */
  response: ServerResponse | null
  weight: number
}

/** Does the work of a request in slots. */
export interface RequestSlots {
  run<T>(request: SlotRequest, work: () => Promise<T>): Promise<T>
}

/**
 * Limits how many requests are handled at a time, for each business and in all: fewer of a business
 * while others send requests, because results that arrive together delay them. Further ones wait,
 * and free slots go to the waiting businesses in turn. A request that cannot wait any longer, or
 * whose client has left, fails with SERVICE_UNAVAILABLE. The wait counts into the time in which the
 * database must respond.
 */
export function openRequestSlots({
  turns,
  recent,
  metrics,
  limits,
}: RequestSlotParts): RequestSlots {
  const { slotsAmongOthers, othersMilliseconds, deadlineMilliseconds, ...own } = {
    ...defaultLimits,
    ...limits,
  }
  const slots = createSemaphore(own, (businessId) =>
    recent.hasOthers(businessId, othersMilliseconds)
      ? Math.min(slotsAmongOthers, own.slotsPerBusiness)
      : own.slotsPerBusiness,
  )
  metrics?.watchRequestSlots(slots.slots)

  /** A request that has waited for a slot has less time left for the database (D2). */
  const inTime = <T>(work: () => Promise<T>, waitedSince: number | undefined): Promise<T> =>
    waitedSince === undefined ? work() : withDeadline(waitedSince + deadlineMilliseconds, work)

  return {
    run({ businessId, response, weight }, work) {
      let waitedSince: number | undefined
      return slots.run(businessId, () => inTime(work, waitedSince), {
        weight,
        onWait(abandon) {
          waitedSince = performance.now()
          const leave = () => abandon('the client closed the connection')
          response?.once('close', leave)
          return () => {
            response?.removeListener('close', leave)
            return turns.next(businessId)
          }
        },
      })
    },
  }
}

/** Runs the handlers of routes in slots. */
export function addRequestSlots(app: FastifyInstance, slots: RequestSlots): void {
  app.decorateReply('inSlots', function (this: FastifyReply, weight, work) {
    return inSlots(this.request, this, weight, work)
  })

  app.addHook('onRoute', (route) => {
    const { weight = requestWeights.single } = route.config ?? {}
    if (weight === requestWeights.none) return
    const weightOf = typeof weight === 'number' ? () => weight : weight
    const handler = route.handler as Handler
    route.handler = function (request, reply) {
      return inSlots(request, reply, weightOf(request), async () =>
        handler.call(this, request, reply),
      )
    }
  })

  function inSlots<T>(
    { principal: { businessId } }: FastifyRequest,
    { raw }: FastifyReply,
    weight: number,
    work: () => Promise<T>,
  ): Promise<T> {
    return weight === requestWeights.none
      ? work()
      : slots.run({ businessId, response: raw, weight }, work)
  }
}

type Handler = RouteHandlerMethod & ((request: FastifyRequest, reply: FastifyReply) => unknown)
