import type { TenantContext } from '@silla/core'
import { testDatabase } from '../support/database.ts'
import { requestContextFor } from '../support/request-context.ts'
import type { TestSalon } from '../support/salon.ts'

/** Many bookings that are alike, of one salon. */
export interface Copies {
  salon: TestSalon
  worker: TenantContext
  next(): number
}

/** Bookings like this one, with its card and consent, and the payments of a deposit. */
export async function copiesOf(salon: TestSalon, id: number, count: number): Promise<Copies> {
  const { businessId } = salon
  const { witness } = await testDatabase()
  await witness`
    insert into bookings overriding system value
    select copy.*
    from bookings it, generate_series(1, ${count}) n,
      lateral jsonb_populate_record(it, jsonb_build_object('id', n, 'code', 'COPY' || n)) copy
    where it.business_id = ${businessId} and it.id = ${id}`
  for (const table of ['booking_lines', 'booking_transitions', 'saved_cards', 'payments'] as const)
    await witness`
      insert into ${witness(table)} overriding system value
      select copy.*
      from (
        select it, n, row_number() over (partition by n order by it.id) as ordinal
        from ${witness(table)} it, generate_series(1, ${count}) n
        where it.business_id = ${businessId} and it.booking_id = ${id}) original,
        lateral jsonb_populate_record(original.it, jsonb_build_object(
          'id', case
            when ${table} in ('saved_cards', 'payments') then n
            else 1000000 + n * 10 + ordinal
          end,
          'booking_id', n, 'intent_ref', 'pi_' || n, 'processor_key', gen_random_uuid(),
          'setup_ref', case when to_jsonb(original.it) ->> 'setup_ref' is not null then 'seti_' || n end,
          'card_id', case when to_jsonb(original.it) ->> 'card_id' is not null then n end)) copy`
  await witness`
    insert into card_consents overriding system value
    select copy.*
    from card_consents consent
    join saved_cards card on card.business_id = ${businessId} and card.id = consent.card_id
    cross join generate_series(1, ${count}) n
    cross join lateral
      jsonb_populate_record(consent, jsonb_build_object('id', n, 'card_id', n)) copy
    where consent.business_id = ${businessId} and card.booking_id = ${id}`
  let last = 0
  return { salon, worker: await requestContextFor(salon), next: () => ++last }
}
