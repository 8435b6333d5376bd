/*
 * What a caller shows beside the key, for the document (D9). A route that names none of these asks for the key alone. The rules
 * themselves are kept by plugins/customer.ts, which refuses a token that is not right on every path, and by the core.
 */

type Proofs = readonly Record<string, string[]>[]

/** The customer's token has to be there. */
export const tokenRequired: Proofs = [{ clave: [], cliente: [] }]

/**
 * The key is enough, a secret one where the route says so; with a token the caller is that
 * customer.
 */
export const tokenAccepted: Proofs = [{ clave: [] }, { clave: [], cliente: [] }]

/** A secret key by itself, a token, or the booking's code in a header. */
export const tokenOrCode: Proofs = [
  { clave: [] },
  { clave: [], cliente: [] },
  { clave: [], codigo: [] },
]
