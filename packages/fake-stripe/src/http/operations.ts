import type { Stripe } from 'stripe'
import type { AccountV2, EventDestinationV2 } from '../shapes.ts'

/** An endpoint in the types of Stripe's library. */
interface Operation<Params, Response> {
  params: Params
  response: Response
}

/** All endpoints of the fake Stripe. `*` stands for an id. */
export interface Operations {
  'POST /v1/payment_intents': Operation<Stripe.PaymentIntentCreateParams, Stripe.PaymentIntent>
  'GET /v1/payment_intents': Operation<
    Stripe.PaymentIntentListParams,
    Stripe.ApiList<Stripe.PaymentIntent>
  >
  'GET /v1/payment_intents/*': Operation<Stripe.PaymentIntentRetrieveParams, Stripe.PaymentIntent>
  'POST /v1/payment_intents/*/confirm': Operation<
    Stripe.PaymentIntentConfirmParams,
    Stripe.PaymentIntent
  >
  'POST /v1/payment_intents/*/cancel': Operation<
    Stripe.PaymentIntentCancelParams,
    Stripe.PaymentIntent
  >
  'POST /v1/setup_intents': Operation<Stripe.SetupIntentCreateParams, Stripe.SetupIntent>
  'GET /v1/setup_intents': Operation<
    Stripe.SetupIntentListParams,
    Stripe.ApiList<Stripe.SetupIntent>
  >
  'GET /v1/setup_intents/*': Operation<Stripe.SetupIntentRetrieveParams, Stripe.SetupIntent>
  'POST /v1/setup_intents/*/confirm': Operation<Stripe.SetupIntentConfirmParams, Stripe.SetupIntent>
  'POST /v1/setup_intents/*/cancel': Operation<Stripe.SetupIntentCancelParams, Stripe.SetupIntent>
  'GET /v1/payment_methods/*': Operation<Stripe.PaymentMethodRetrieveParams, Stripe.PaymentMethod>
  'POST /v1/payment_methods/*/detach': Operation<
    Stripe.PaymentMethodDetachParams,
    Stripe.PaymentMethod
  >
  'POST /v1/payment_method_domains': Operation<
    Stripe.PaymentMethodDomainCreateParams,
    Stripe.PaymentMethodDomain
  >
  'GET /v1/payment_method_domains': Operation<
    Stripe.PaymentMethodDomainListParams,
    Stripe.ApiList<Stripe.PaymentMethodDomain>
  >
  'GET /v1/payment_method_domains/*': Operation<
    Stripe.PaymentMethodDomainRetrieveParams,
    Stripe.PaymentMethodDomain
  >
  'POST /v1/payment_method_domains/*': Operation<
    Stripe.PaymentMethodDomainUpdateParams,
    Stripe.PaymentMethodDomain
  >
  'POST /v1/payment_method_domains/*/validate': Operation<
    Stripe.PaymentMethodDomainValidateParams,
    Stripe.PaymentMethodDomain
  >
  'GET /v1/charges': Operation<Stripe.ChargeListParams, Stripe.ApiList<Stripe.Charge>>
  'GET /v1/charges/*': Operation<Stripe.ChargeRetrieveParams, Stripe.Charge>
  'POST /v1/refunds': Operation<Stripe.RefundCreateParams, Stripe.Refund>
  'GET /v1/refunds': Operation<Stripe.RefundListParams, Stripe.ApiList<Stripe.Refund>>
  'GET /v1/refunds/*': Operation<Stripe.RefundRetrieveParams, Stripe.Refund>
  'POST /v1/customers': Operation<Stripe.CustomerCreateParams, Stripe.Customer>
  'GET /v1/customers': Operation<Stripe.CustomerListParams, Stripe.ApiList<Stripe.Customer>>
  'GET /v1/customers/*': Operation<Stripe.CustomerRetrieveParams, Stripe.Customer>
  'GET /v1/disputes': Operation<Stripe.DisputeListParams, Stripe.ApiList<Stripe.Dispute>>
  'GET /v1/disputes/*': Operation<Stripe.DisputeRetrieveParams, Stripe.Dispute>
  'GET /v1/balance_transactions': Operation<
    Stripe.BalanceTransactionListParams,
    Stripe.ApiList<Stripe.BalanceTransaction>
  >
  'GET /v1/balance_transactions/*': Operation<
    Stripe.BalanceTransactionRetrieveParams,
    Stripe.BalanceTransaction
  >
  'GET /v1/payouts': Operation<Stripe.PayoutListParams, Stripe.ApiList<Stripe.Payout>>
  'GET /v1/payouts/*': Operation<Stripe.PayoutRetrieveParams, Stripe.Payout>
  'GET /v1/events': Operation<Stripe.EventListParams, Stripe.ApiList<Stripe.EventBase>>
  'GET /v1/events/*': Operation<Stripe.EventRetrieveParams, Stripe.EventBase>
  'POST /v1/webhook_endpoints': Operation<
    Stripe.WebhookEndpointCreateParams,
    Stripe.WebhookEndpoint
  >
  'GET /v1/webhook_endpoints': Operation<
    Stripe.WebhookEndpointListParams,
    Stripe.ApiList<Stripe.WebhookEndpoint>
  >
  'GET /v1/webhook_endpoints/*': Operation<
    Stripe.WebhookEndpointRetrieveParams,
    Stripe.WebhookEndpoint
  >
  'POST /v1/webhook_endpoints/*': Operation<
    Stripe.WebhookEndpointUpdateParams,
    Stripe.WebhookEndpoint
  >
  'DELETE /v1/webhook_endpoints/*': Operation<
    Stripe.WebhookEndpointDeleteParams,
    Stripe.DeletedWebhookEndpoint
  >
  'GET /v1/account': Operation<Stripe.AccountRetrieveCurrentParams, Stripe.Account>
  'GET /v1/accounts/*': Operation<Stripe.AccountRetrieveParams, Stripe.Account>
  'POST /v2/core/accounts': Operation<Stripe.V2.Core.AccountCreateParams, AccountV2>
  'GET /v2/core/accounts': Operation<Stripe.V2.Core.AccountListParams, Stripe.V2List<AccountV2>>
  'GET /v2/core/accounts/*': Operation<Stripe.V2.Core.AccountRetrieveParams, AccountV2>
  'POST /v2/core/accounts/*': Operation<Stripe.V2.Core.AccountUpdateParams, AccountV2>
  'POST /v2/core/account_links': Operation<
    Stripe.V2.Core.AccountLinkCreateParams,
    Stripe.V2.Core.AccountLink
  >
  'POST /v2/core/event_destinations': Operation<
    Stripe.V2.Core.EventDestinationCreateParams,
    EventDestinationV2
  >
  'GET /v2/core/event_destinations': Operation<
    Stripe.V2.Core.EventDestinationListParams,
    Stripe.V2List<EventDestinationV2>
  >
  'POST /v2/core/event_destinations/*': Operation<
    Stripe.V2.Core.EventDestinationUpdateParams,
    EventDestinationV2
  >
  'DELETE /v2/core/event_destinations/*': Operation<
    Stripe.V2.Core.EventDestinationDeleteParams,
    Stripe.V2.DeletedObject
  >
  'POST /oauth/deauthorize': Operation<
    Stripe.OAuthDeauthorizeParams,
    Omit<Stripe.OAuthDeauthorization, 'lastResponse'>
  >
}
