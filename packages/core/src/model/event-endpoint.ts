export type { DeliveryState, EventDelivery, EventEndpoint } from '@silla/db'

/** An endpoint to create (D42). */
export interface EndpointInput {
  url: string
  /** null: every type of event */
  types: string[] | null
  description: string
}

/** The changes of an endpoint; absent ones leave it as it is. */
export type EndpointChange = Partial<EndpointInput & { isActive: boolean }>
