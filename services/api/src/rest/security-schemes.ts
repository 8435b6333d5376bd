/*
 * The proofs of access that a route accepts in addition to the API key (D9), for the OpenAPI
 * document only. A route without one of these needs the key alone. The rules are enforced by
 * auth/customer.ts, which rejects an invalid token also where none is required, and by the core.
 */

type Proofs = readonly Record<string, string[]>[]

/** A customer token is required. */
export const tokenRequired: Proofs = [{ clave: [], cliente: [] }]

/**
 * The key suffices, a secret key where the route requires it; with a token the caller is that
 * customer.
 */
export const tokenAccepted: Proofs = [{ clave: [] }, { clave: [], cliente: [] }]

/** A secret key alone, a customer token, or the booking's code in a header. */
export const tokenOrCode: Proofs = [
  { clave: [] },
  { clave: [], cliente: [] },
  { clave: [], codigo: [] },
]
