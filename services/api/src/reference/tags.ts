/** The groups of operations, in the order of the reference: what most sites need comes first. */
export const tags = [
  { name: 'Business', description: 'The salon itself: address, opening hours, closing days.' },
  { name: 'Catalogue', description: 'Services, categories and professionals.' },
  { name: 'Availability', description: 'Free times, by day and by range of days.' },
  { name: 'Holds', description: 'Keep a time while a customer fills in a form.' },
  { name: 'Bookings', description: 'Create, show, move, cancel and settle bookings.' },
  { name: 'Payments', description: 'Pay a booking or an order online, and receive what happened.' },
  { name: 'Waitlist', description: 'Wait for freed time, and accept an offer.' },
  { name: 'Authentication', description: 'Sign a customer in by code, and renew the session.' },
  { name: 'Customer', description: 'What a signed-in customer sees: profile, bookings, data.' },
  { name: 'Points', description: "A customer's points and the packages that are sold." },
  { name: 'Shop', description: 'Products and orders.' },
  { name: 'Reviews', description: 'Reviews of visits.' },
  { name: 'Blocks', description: 'Time that the salon takes out of its diary.' },
  { name: 'Events', description: 'What has happened at the salon, for its other systems.' },
  { name: 'Calendars', description: 'Addresses that calendar apps subscribe to.' },
  { name: 'Health', description: 'Whether the process runs and can serve requests.' },
]
