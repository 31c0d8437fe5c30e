"""The pages in a browser: the table's and practice's."""
