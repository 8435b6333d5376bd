/** The arguments of a field that returns pages (D6). */
export const paging = `
    "Page, from 1" page: Int
    "Items per page, at most 100" page_size: Int`
