/**
 * What a text that somebody types to find a customer is of them, as the search takes it (D74): one with
 * `@` is an email, one of digits and signs a phone, anything else a name. A new customer begins with it.
 */
export function typedAs(text: string): 'name' | 'phone' | 'email' {
  if (text.includes('@')) return 'email'
  return /^[+(]?\p{Nd}[\p{Nd}\s()./-]*$/u.test(text) ? 'phone' : 'name'
}
