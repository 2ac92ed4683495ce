-- Who issued a product ID and gives up the account stands there under a pseudonym: the system may replace the address.
grant update (created_by) on product_ids to berth_system;
