import { emailKey } from '@silla/core'
import { testDatabase } from './database.ts'
import { testAccessTokens } from './secrets.ts'

/**
 * Writes a verified customer with a session straight into the books, and signs the token that the
 * API would have given. `renew` signs another one for the same session, valid from then on.
 */
export async function signedInCustomer(
  businessId: string,
  now: Date,
  who: { nombre: string; email: string; telefono?: string; idioma?: string },
): Promise<{ id: number; email: string; token: string; renew(now: Date): Promise<string> }> {
  const { witness } = await testDatabase()
  const [customer] = await witness<{ id: number }[]>`
    insert into customers (
      business_id, email_key, email, name, phone, language, created_at, search_name,
      search_word_2, search_word_3, search_word_4, search_word_5, search_word_6, phone_reversed)
    select ${businessId}::uuid, ${emailKey(who.email)}, ${who.email}, ${who.nombre}, ${who.telefono ?? ''},
      ${who.idioma ?? 'es'}, ${now}, words.*
    from app.search_columns(${who.nombre}, ${who.telefono ?? ''}) words
    on conflict on constraint customers_email_key do update set name = excluded.name,
      search_name = excluded.search_name, search_word_2 = excluded.search_word_2,
      search_word_3 = excluded.search_word_3, search_word_4 = excluded.search_word_4,
      search_word_5 = excluded.search_word_5, search_word_6 = excluded.search_word_6
    returning id`
  const id = customer?.id ?? 0
  await witness`
    insert into customer_accounts (business_id, id, verified_at) values (${businessId}, ${id}, ${now})
    on conflict on constraint customer_accounts_pk do nothing`
  const [session] = await witness<{ id: number }[]>`
    insert into sessions (business_id, customer_id, signed_in_at) values (${businessId}, ${id}, ${now}) returning id`
  const access = {
    businessId,
    customerId: id,
    sessionId: session?.id ?? 0,
    authenticatedAt: now,
    byCode: true,
  }
  const renew = async (at: Date) => (await testAccessTokens).issue(access, at)
  return { id, email: who.email, token: await renew(now), renew }
}
