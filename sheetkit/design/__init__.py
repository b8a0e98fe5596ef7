"""What stands where on a sheet, in mm; printing draws it, reading compares with it."""
