import { badRequest, refusal, type Example, type Subject } from './example';
import { at, id } from './samples';

const address = {
  street: '1 Sample Street',
  city: 'Ikeja',
  state: 'Lagos',
  country: 'Nigeria',
};

const person = {
  first_name: 'Test',
  last_name: 'Borrower',
  email: 'test.borrower@example.com',
  phone: '08000000000',
  dob: '1990-01-31',
  gender: 'female',
  ...address,
  bvn: '00000000001',
  nin: '00000000002',
};

const customer = {
  id: id.customer,
  first_name: 'Test',
  last_name: 'Borrower',
  email: 'test.borrower@example.com',
  phone: '08000000000',
  gender: 'FEMALE',
  dob: '1990-01-31T00:00:00.000Z',
  nin: '00000000002',
  bvn: '00000000001',
  address,
  is_business: false,
  business_name: null,
  mode: 'sandbox',
  created_at: at,
  updated_at: at,
};

const optional = ['business_name', 'filters_applied'];

const create: Subject = {
  operation: 'createCustomer',
  source: 'specified',
  given: 'nothing',
  send: { line: 'POST /v1/customers', body: person },
};

export const customers: readonly Example[] = [
  {
    ...create,
    shows: 'creates a customer',
    reply: {
      status: 200,
      body: { status: 'success', message: 'Customer created successfully', data: customer },
      optional,
    },
  },
  badRequest(
    create,
    'refuses an empty body',
    { msg: 'Request body cannot be empty' },
    { line: create.send.line },
  ),
  badRequest(
    create,
    'refuses a BVN of another length',
    { msg: 'BVN must be 11 numbers long', param: 'bvn' },
    { ...create.send, body: { ...person, bvn: '123' } },
    'inferred',
  ),
  {
    operation: 'getCustomer',
    shows: 'fetches one customer',
    source: 'inferred',
    given: 'a customer',
    send: { line: `GET /v1/customers/${id.customer}`, params: { id: id.customer } },
    reply: {
      status: 200,
      body: { status: 'success', message: 'Customer fetched successfully', data: customer },
      optional,
    },
  },
  refusal(
    {
      operation: 'getCustomer',
      source: 'inferred',
      given: 'nothing',
      send: { line: `GET /v1/customers/${id.unknown}`, params: { id: id.unknown } },
    },
    'says that a customer does not exist',
    [404, 'Customer not found'],
  ),
  {
    operation: 'listCustomers',
    shows: 'lists customers by BVN',
    source: 'inferred',
    given: 'a customer',
    send: {
      line: 'GET /v1/customers?page=1&limit=10&bvn=00000000001',
      query: { page: 1, limit: 10, bvn: '00000000001' },
    },
    reply: {
      status: 200,
      body: {
        status: 'success',
        message: 'Customers fetched successfully',
        data: [customer],
        total: 1,
        page: 1,
        limit: 10,
        filters_applied: { bvn: '00000000001' },
      },
      optional,
    },
  },
];
