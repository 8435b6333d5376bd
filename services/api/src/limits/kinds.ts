/** What is counted by itself, beside the count of all requests: see the rates of the same names. */
export type LimitedKind = 'create' | 'lookUp' | 'intent' | 'auth'
