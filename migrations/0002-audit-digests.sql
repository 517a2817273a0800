-- What people agreed to, and the policy by which the case was steered: in the chain, so that no erasure takes them away.
ALTER TABLE audit_entry ADD COLUMN digest text, ADD COLUMN policy_digest text;
